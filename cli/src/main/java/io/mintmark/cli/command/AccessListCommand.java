package io.mintmark.cli.command;

import io.mintmark.cli.terminal.Version;
import io.mintmark.internal.Ticker;
import io.mintmark.web.access.principal.AccessList;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
        exitCodeList = {
            "0:listed",
            "1:the list cannot be used, and the server would refuse it, too; or there is no such directory",
            "2:wrong usage"
        })
final class AccessListCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final AccessPlace place = new AccessPlace();

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        AccessPrinter printer = new AccessPrinter(own.commandLine());
        Instant now = Ticker.wallClock().instant();
        return place.use(own, false, (stored, where) -> {
            Optional<AccessList> list = stored.read();
            if (list.isEmpty()) {
                stored.requireNotLost();
                AccessPlace.requireDirectory(stored, where);
                printer.notSetUp(where);
            }
            list.ifPresent(known -> known.principals().forEach(principal -> printer.line(principal, now)));
            if (list.isPresent() && list.get().principals().isEmpty()) {
                printer.nobody();
            }
            return ExitCode.OK;
        });
    }
}
