package io.mintmark.lab.process;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option of every measurement that starts the server as a user does. */
public final class LauncherOption {
    @Option(
            names = "--launcher",
            paramLabel = "FILE",
            description = "The script that starts the server. Default: ./mintmark")
    private Path launcher = Path.of("mintmark");

    /**
     * Returns where the script is, whatever links lead to it.
     *
     * @throws IOException if it is not there
     */
    public Path script() throws IOException {
        return launcher.toRealPath();
    }
}
