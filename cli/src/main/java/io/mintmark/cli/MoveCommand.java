package io.mintmark.cli;

import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.cli.terminal.ProgressLine;
import io.mintmark.cli.terminal.StoreOptions;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.DirectoryMove;
import io.mintmark.storage.lifecycle.Moved;
import io.mintmark.storage.lifecycle.MovedTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mintmark move}: the databases of a directory, into PostgreSQL. */
@Command(
        name = "move",
        description = {
            "Moves all databases of a stopped server's directory into a store in PostgreSQL: counters, identities,"
                    + " documents with their versions, client configurations, and how far deleted databases had come.",
            "All of them move, or none. Servers of the store may run. Afterwards no server starts on the directory."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:moved and compared, one line a database on standard output; or moved before",
            "1:nothing moved, or nobody knows: the message says why and what to do; run it again",
            "2:wrong usage"
        },
        footerHeading =
                "%nRanges that clients hold stay theirs; what they give back afterwards is a gap. Who may do what"
                        + " does not move: see%n`mintmark access`. Files of deleted databases stay.%n%nExample:%n",
        footer = "  mintmark move --data /srv/mintmark --store jdbc:postgresql://db.lan/ids --store-user mintmark")
final class MoveCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", description = "The server's data directory. Default: ./mintmark-data")
    private Path data = Path.of("mintmark-data");

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Override
    public Integer call() {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        StoreSettings settings = store.settings(command, Variables.of(command))
                .orElseThrow(() -> new ParameterException(
                        command,
                        "--store is missing: say where to move the databases, jdbc:postgresql://HOST/DATABASE"));
        PrintWriter err = command.getErr();
        List<Moved> moved;
        try (DirectoryMove move = DirectoryMove.open(data, settings);
                ProgressLine progress = ProgressLine.on(err)) {
            moved = move.run(progress::at);
        }
        PrintWriter out = command.getOut();
        moved.forEach(each -> out.println(OneLine.of(line(each))));
        out.flush();
        if (moved.isEmpty()) {
            err.println("mintmark: the databases of " + data + " had moved there before");
        }
        err.println("mintmark: no server starts on " + data + " any more: start it with --store");
        err.flush();
        return Mintmark.DONE;
    }

    private static String line(Moved each) {
        return each.database() + ": " + Plural.of(each.count(MovedTable.COUNTER), "counter", "counters") + ", "
                + Plural.of(each.count(MovedTable.IDENTITY), "identity", "identities") + " and "
                + Plural.of(each.count(MovedTable.DOCUMENT), "document", "documents") + " moved";
    }
}
