package io.mintmark.cli.command;

import java.nio.file.Path;
import java.time.Instant;

/**
 * The launch log of the command line, for the lab to break.
 *
 * <p>It stands in the command's package because nobody else may append to the log but through the command; the lab,
 * which may, is never published.
 */
public final class LabLaunches {
    private LabLaunches() {}

    /** Appends a launch to the log in {@code directory} and returns its id. */
    public static int append(Path directory, Instant at, String note) {
        return new LaunchFile(directory).append(new LaunchFile.Entry(at, "lab", note));
    }
}
