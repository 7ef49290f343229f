package io.mintmark.cli.access;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.Version;
import io.mintmark.internal.Ticker;
import io.mintmark.server.access.file.AccessFile;
import io.mintmark.server.access.principal.AccessList;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mintmark access remove}: somebody whom the server knows no longer. */
@Command(
        name = "remove",
        description = {
            "Lets somebody in no longer, and ends its bulk inserts. A server that runs obeys within a second.",
            "Access control stays set up, also with nobody left. To do without it, stop the server and remove the files"
                    + " named access and access.lock."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:removed, durably", "1:not removed: unknown, or the file cannot be written", "2:wrong usage"})
final class AccessRemoveCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The principal's name; names compare without case.")
    private String name = "";

    @Option(names = "--data", paramLabel = "DIR", description = "The server's data directory. Default: ./mintmark-data")
    private Path data = Path.of("mintmark-data");

    @Override
    public Integer call() {
        AccessPrinter printer = new AccessPrinter(Objects.requireNonNull(spec).commandLine());
        AccessFile file = new AccessFile(data);
        requireSetUp(file, data);
        AccessList rest = file.change(list -> list.without(name));
        printer.say(name + " is removed");
        if (!rest.hasOperator(Ticker.wallClock().instant())) {
            printer.say("there is no operator left: add one with `mintmark access add NAME --operator`");
        }
        return ExitCode.OK;
    }

    /** A change of what is not there would set access control up, and lock everybody out. */
    static void requireSetUp(AccessFile file, Path data) {
        if (file.read().isEmpty()) {
            file.requireNotLost();
            throw new MintmarkException("Access control is not set up for " + data
                    + ", so there is nobody to change: name the directory of the server with --data.");
        }
    }
}
