package io.mintmark.cli.command;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.ProgressLine;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Version;
import io.mintmark.indexes.definition.EngineJar;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mintmark javascript}: brings the engine that indexes in JavaScript need. */
@Command(
        name = "javascript",
        description = {
            "Downloads what indexes in JavaScript need: GraalJS, 12 files of together 62 MB, from Maven Central.",
            "Each file is taken only with the digest that this version knows. `serve` finds the files in the folder javascript"
                    + " beside the jar by itself, and in another folder by --javascript."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all files are there",
            "1:not all could be brought, see the line on standard error; run it again",
            "2:wrong usage"
        },
        footerHeading =
                "%nBehind a proxy: MINTMARK_JAVA_OPTS='-Dhttps.proxyHost=proxy.lan -Dhttps.proxyPort=3128'%n%nExamples:%n",
        footer = {"  mintmark javascript", "  mintmark javascript --to /srv/javascript --from https://maven.lan/central"
        })
public final class JavaScriptCommand implements Callable<Integer> {
    private static final int DONE = 0;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            description = "Folder that the files go to; created if missing. Default: javascript beside the jar")
    private @Nullable Path to;

    @Option(
            names = "--from",
            paramLabel = "URL",
            converter = Values.HttpUrl.class,
            description = "Maven repository that has the files. Default: ${DEFAULT-VALUE}")
    private URI from = URI.create("https://repo.maven.apache.org/maven2");

    @Override
    public Integer call() {
        return run(EngineJar.all());
    }

    Integer run(List<EngineJar> jars) {
        Path folder = to == null ? EngineFolder.besideJar().orElseThrow(JavaScriptCommand::noPlace) : to;
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        int brought;
        try (ProgressLine progress = ProgressLine.on(err)) {
            brought = new EngineDownload(from, folder).fetch(jars, progress);
        }
        long bytes = jars.stream().mapToLong(EngineJar::bytes).sum();
        out.println(OneLine.of(String.format(
                Locale.ROOT,
                "the engine for JavaScript is in %s: %d files, %,d bytes, %d of them new; start the server anew%s",
                folder,
                jars.size(),
                bytes,
                brought,
                to == null ? "" : " with --javascript " + folder)));
        out.flush();
        return DONE;
    }

    private static MintmarkException noPlace() {
        return new MintmarkException("This program does not know where its jar is: name a folder by --to.");
    }
}
