package io.mintmark.cli;

import io.mintmark.cli.terminal.Version;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints which version this is, as {@code mintmark --version} does. */
@Command(
        name = "version",
        description = "Prints the version, and that of Java.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class VersionCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        CommandSpec main = Objects.requireNonNull(spec).parent();
        main.commandLine().printVersionHelp(main.commandLine().getOut());
    }
}
