package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code mintmark prepare}: the launcher does it before any Java of ours runs, so this is reached only without the
 * launcher.
 */
@Command(
        name = "prepare",
        description = {
            "Prepares quick starts for this Java beside the jar, and ends: for those who install where no server may write.",
            "A server prepares its own at its first start where it may. The launcher does it, so there are no options."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class PrepareCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        throw new MintmarkException(
                "The launcher prepares quick starts, and this jar was started without it: start `mintmark"
                        + " prepare` by the file mintmark beside the jar. On Windows nothing is prepared.");
    }
}
