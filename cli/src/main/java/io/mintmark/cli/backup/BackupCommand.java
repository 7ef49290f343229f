package io.mintmark.cli.backup;

import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.CallOptions;
import io.mintmark.cli.terminal.DirectoryOnly;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.cli.terminal.ProgressLine;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Version;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.server.backup.BackupFolder;
import io.mintmark.server.backup.Manifest;
import io.mintmark.server.backup.Pace;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code mintmark backup}: everything that a server keeps, copied while it runs, or from the directory of one that does
 * not.
 */
@Command(
        name = "backup",
        description = {
            "Copies everything that a server keeps into one file, while the server runs and writes go on.",
            "Everything that was acknowledged before the backup began is in it. The file is whole, or it is not there."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the backup is complete; its file is named on standard output",
            "1:no backup: refused, failed or cut off; a stream on standard output is none then",
            "2:wrong usage"
        },
        footerHeading = "%nA server that asks who calls needs an operator's token in MINTMARK_TOKEN, or an operator's"
                + " certificate.%nDatabases, the catalog and the access list are in a backup; certificates, keys, logs, a"
                + " witness and%na launch log are not.%n"
                + "A store in PostgreSQL is backed up by PostgreSQL's own tools.%n%nExamples:%n",
        footer = {
            "  mintmark backup --url http://127.0.0.1:8080 --to /backups --keep 28",
            "  mintmark backup --url https://ids.lan --trust authority.pem --to /backups",
            "  mintmark backup --url https://ids.lan --to - | ssh backups 'cat > monday.zip'",
            "  mintmark backup --data /srv/ids --to /backups"
        })
public final class BackupCommand implements Callable<Integer> {
    private static final String PIPE = "-";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL",
            converter = Values.HttpUrl.class,
            description = "The server that runs.")
    private @Nullable URI url;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Instead: the data directory of a server that is stopped.")
    private @Nullable Path data;

    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            required = true,
            description =
                    "Where to: a folder, in which the file is named after the time, or - for standard output. The folder is"
                            + " made if it is missing, and the one above it is not.")
    private String to = "";

    @Option(
            names = "--keep",
            paramLabel = "N",
            converter = Amounts.Count.class,
            description = "Remove the oldest backups in the folder until there are so many. Default: all stay")
    private @Nullable Integer keep;

    @Option(
            names = "--pace",
            paramLabel = "SIZE",
            converter = Amounts.LargeSize.class,
            description = "Most bytes a second, so that writes keep their speed. Default: 24m")
    private long pace = 24L << 20;

    @Mixin
    private final CallOptions calls = new CallOptions();

    @Mixin
    private final DirectoryOnly directoryOnly = new DirectoryOnly();

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        directoryOnly.require(own, "back PostgreSQL up by its own tools, pg_basebackup for instance");
        CommandLine command = own.commandLine();
        requireUsage(own);
        try (ProgressLine progress = ProgressLine.on(command.getErr());
                BackupRequest asked = asked(command)) {
            Pace slowly = new Pace(pace, Ticker.SYSTEM, Sleeper.SYSTEM);
            if (to.equals(PIPE)) {
                print(command.getErr(), "standard output", asked.copyTo(standardOutput(), slowly, progress));
            } else {
                intoFolder(command.getOut(), asked, slowly, progress);
            }
        }
        return ExitCode.OK;
    }

    private void requireUsage(CommandSpec own) {
        if ((url == null) == (data == null)) {
            throw new ParameterException(
                    own.commandLine(),
                    "say what to back up, either a server by --url or a stopped one's directory by --data");
        }
        if (to.equals(PIPE) && keep != null) {
            throw new ParameterException(
                    own.commandLine(), "--keep needs a folder, and there is none on standard output");
        }
    }

    private BackupRequest asked(CommandLine command) {
        if (data != null) {
            calls.refuse(command, "a server to call, by --url");
            return new StoppedServer(data);
        }
        return new RunningServer(calls.caller(command, Objects.requireNonNull(url), RunningServer.PATIENCE));
    }

    /** The bytes themselves: a writer of text would change them. */
    private static OutputStream standardOutput() {
        return new StandardOutput(System.out);
    }

    private void intoFolder(PrintWriter out, BackupRequest asked, Pace slowly, ProgressLine progress) {
        BackupFolder folder = new BackupFolder(Path.of(to));
        folder.create();
        Manifest[] made = new Manifest[1];
        // Only a signal ends the process through the hook, and nobody else would remove what it leaves.
        Thread cutOff = new Thread(folder::abandon, "mintmark-backup-cut-off");
        Runtime.getRuntime().addShutdownHook(cutOff);
        Path file;
        try {
            file = folder.add(asked.begun(), bytes -> made[0] = asked.copyTo(bytes, slowly, progress));
        } finally {
            Runtime.getRuntime().removeShutdownHook(cutOff);
        }
        print(out, file.toString(), made[0]);
        if (keep != null) {
            List<Path> gone = folder.keep(keep, file);
            gone.forEach(old -> out.println(OneLine.of(old + ": removed")));
            out.flush();
        }
    }

    private static void print(PrintWriter out, String where, Manifest made) {
        long bytes = made.files().values().stream()
                .mapToLong(Manifest.Digested::bytes)
                .sum();
        out.println(OneLine.of(where + ": " + Plural.of(made.databases().size(), "database", "databases") + ", "
                + Plural.of(bytes, "byte", "bytes") + ", as of " + made.begun()));
        out.flush();
    }
}
