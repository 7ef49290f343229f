package io.mintmark.cli.command;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.Version;
import io.mintmark.internal.Ticker;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.StoredAccessList;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mintmark access remove}: somebody whom the server knows no longer. */
@Command(
        name = "remove",
        description = {
            "Lets somebody in no longer, and ends its bulk inserts. A server that runs obeys within a second.",
            "Access control stays set up, also with nobody left. To do without it, stop the server and remove the files"
                    + " named access and access.lock; docs/access.md says how beside a --store."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:removed, durably", "1:not removed: unknown, or the list cannot be written", "2:wrong usage"})
final class AccessRemoveCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The principal's name; names compare without case.")
    private String name = "";

    @Mixin
    private final AccessPlace place = new AccessPlace();

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        AccessPrinter printer = new AccessPrinter(own.commandLine());
        return place.use(own, false, (stored, where) -> {
            requireSetUp(stored, where);
            AccessList rest = stored.change(list -> list.without(name));
            printer.say(name + " is removed");
            if (!rest.hasOperator(Ticker.wallClock().instant())) {
                printer.say("there is no operator left: add one with `mintmark access add NAME --operator`");
            }
            return ExitCode.OK;
        });
    }

    /** A change of what is not there would set access control up, and lock everybody out. */
    static void requireSetUp(StoredAccessList stored, String where) {
        if (stored.read().isEmpty()) {
            stored.requireNotLost();
            throw new MintmarkException("Access control is not set up for " + where
                    + ", so there is nobody to change: name the directory of the server with --data, or its --store.");
        }
    }
}
