package io.mintmark.cli.access;

import io.mintmark.cli.terminal.Version;
import io.mintmark.internal.Ticker;
import io.mintmark.server.access.file.AccessFile;
import io.mintmark.server.access.principal.AccessList;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mintmark access list}: everybody whom the server knows. */
@Command(
        name = "list",
        description =
                "Prints everybody whom the server knows, a line each: what it may do, how it is known, when it ends.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:listed", "1:the list cannot be used, and the server would refuse it, too", "2:wrong usage"})
final class AccessListCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", description = "The server's data directory. Default: ./mintmark-data")
    private Path data = Path.of("mintmark-data");

    @Override
    public Integer call() {
        AccessPrinter printer = new AccessPrinter(Objects.requireNonNull(spec).commandLine());
        Instant now = Ticker.wallClock().instant();
        AccessFile file = new AccessFile(data);
        Optional<AccessList> list = file.read();
        if (list.isEmpty()) {
            file.requireNotLost();
            printer.say("access control is not set up for " + data + ": its server asks nobody who they are");
        }
        list.ifPresent(known -> known.principals().forEach(principal -> printer.line(principal, now)));
        return ExitCode.OK;
    }
}
