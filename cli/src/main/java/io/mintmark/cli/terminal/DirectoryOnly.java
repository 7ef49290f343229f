package io.mintmark.cli.terminal;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The {@code --store} of a command that works on data directories alone: refused by name, with what does that work
 * there.
 */
public final class DirectoryOnly {
    @Option(names = "--store", paramLabel = "URL", hidden = true, description = "Not here: data directories only.")
    private @Nullable String store;

    /** Refuses a store. */
    public void require(CommandSpec command, String instead) {
        if (store != null) {
            throw new ParameterException(
                    command.commandLine(),
                    "mintmark " + command.name()
                            + " works on the data directory of a stopped server, and takes no --store: " + instead
                            + "; leave --store and MINTMARK_STORE out to work on a directory");
        }
    }
}
