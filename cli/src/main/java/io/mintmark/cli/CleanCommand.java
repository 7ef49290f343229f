package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.DirectoryOnly;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.cli.terminal.ProgressLine;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Version;
import io.mintmark.document.KeyForm;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.engine.StoppedStore;
import io.mintmark.storage.engine.StoppedStore.Kept;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mintmark clean}: which files deleted databases left behind, and their end. */
@Command(
        name = "clean",
        description = {
            "Lists the files of databases that were deleted without HardDelete, in a directory whose server is stopped.",
            "Removes them only with --yes, and then for good: nothing brings them back but a backup."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:listed, or removed, one line each on standard output; there may be none",
            "1:refused, or failed for a database: those without a line on standard output are still there",
            "2:wrong usage"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  mintmark clean --data /srv/ids",
            "  mintmark clean --data /srv/ids --database shop --yes",
            "  mintmark clean --data /srv/ids --yes"
        })
final class CleanCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", description = "The server's data directory. Default: ./mintmark-data")
    private Path data = Path.of("mintmark-data");

    @Option(
            names = "--database",
            paramLabel = "NAME",
            description = "Only what deleted databases of this name left. Default: all of them")
    private @Nullable String database;

    @Option(
            names = "--yes",
            converter = Values.Consent.class,
            description = "Remove the files for good. Without it they are listed, and nothing is removed.")
    private boolean yes;

    private long found;
    private long failed;
    private long bytes;

    @Mixin
    private final DirectoryOnly directoryOnly = new DirectoryOnly();

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        directoryOnly.require(
                own,
                "run UPDATE mintmark.removed SET erase = true there and start a server anew, which erases the rows");
        PrintWriter out = own.commandLine().getOut();
        PrintWriter err = own.commandLine().getErr();
        try (StoppedStore directory = Maintenance.of(data).openStopped();
                ProgressLine progress = ProgressLine.on(err)) {
            long seen = 0;
            for (List<Kept> some = directory.kept(seen); !some.isEmpty(); some = directory.kept(seen)) {
                for (Kept kept : some) {
                    seen = kept.number();
                    if (isAskedFor(kept)) {
                        handle(directory, kept, out, err);
                        progress.at((yes ? "removed the files of " : "listed ") + found + " deleted databases", 0, 0);
                    }
                }
            }
        }
        out.println(OneLine.of(summary()));
        out.flush();
        return failed == 0 ? Mintmark.DONE : Mintmark.FAILED;
    }

    private boolean isAskedFor(Kept kept) {
        return database == null || KeyForm.of(database).equals(KeyForm.of(kept.database()));
    }

    /** A failure is said, and is no obstacle for the next one. */
    private void handle(StoppedStore directory, Kept kept, PrintWriter out, PrintWriter err) {
        try {
            if (yes) {
                directory.remove(kept);
            }
            found++;
            bytes += kept.bytes();
            out.println(OneLine.of(line(kept)));
            out.flush();
        } catch (MintmarkException e) {
            failed++;
            err.println("mintmark: " + OneLine.of(kept.file() + " is not removed: " + e.getMessage()));
            err.flush();
        }
    }

    private String line(Kept kept) {
        String name = kept.database().isEmpty() ? "(of a name that was not noted)" : kept.database();
        return name + ": " + kept.file() + ", " + Plural.of(kept.bytes(), "byte", "bytes")
                + (yes ? ", removed" : ", kept");
    }

    private String summary() {
        String which = database == null ? "" : " of the name " + database;
        if (found == 0 && failed == 0) {
            return "no deleted database" + which + " left files in " + data;
        }
        String all = Plural.of(found, "deleted database", "deleted databases") + which + ", "
                + Plural.of(bytes, "byte", "bytes");
        return yes
                ? all + ": removed" + (failed == 0 ? "" : "; not removed: " + failed)
                : all + ": nothing is removed; run it again with --yes to remove them for good";
    }
}
