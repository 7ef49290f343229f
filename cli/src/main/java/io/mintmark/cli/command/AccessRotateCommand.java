package io.mintmark.cli.command;

import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.Version;
import io.mintmark.internal.Ticker;
import io.mintmark.web.access.principal.AccessList;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mintmark access rotate}: another token or certificate for somebody whom the server knows. */
@Command(
        name = "rotate",
        description = {
            "Gives somebody another credential. The old one ends at once, or after --keep-old.",
            "Without a certificate it makes a token and prints it on standard output, this once."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:rotated, durably; the token, if there is one, is on standard output",
            "1:not rotated: unknown, or the list cannot be written",
            "2:wrong usage"
        })
final class AccessRotateCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The principal's name; names compare without case.")
    private String name = "";

    @Mixin
    private final AccessPlace place = new AccessPlace();

    @Option(
            names = "--keep-old",
            paramLabel = "PERIOD",
            converter = Amounts.Years.class,
            description = "How long the old credential is good beside the new one: 1h, 7d. Default: not at all")
    private Duration keepOld = Duration.ZERO;

    @Mixin
    private final CredentialOptions credential = new CredentialOptions();

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        Instant now = Ticker.wallClock().instant();
        CredentialOptions.Made made = credential.make(own, now);
        return place.use(own, false, (stored, where) -> {
            AccessRemoveCommand.requireSetUp(stored, where);
            AccessList changed = stored.change(list -> list.replacing(
                    made.unknownIn(list, name).require(name).rotated(made.credential(), now, now.plus(keepOld))));
            new AccessPrinter(own.commandLine()).rotated(changed.require(name), made.token());
            return ExitCode.OK;
        });
    }
}
