package io.mintmark.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** How many bytes a process had written to disks, as Linux counts them: a page that is written twice counts twice. */
public final class WrittenBytes {
    private static final String NAME = "write_bytes: ";

    private WrittenBytes() {}

    /** Returns the bytes so far; empty where the system does not say. */
    public static OptionalLong of(ProcessHandle process) {
        Path file = Path.of("/proc", Long.toString(process.pid()), "io");
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(NAME))
                    .mapToLong(line -> Long.parseLong(line.substring(NAME.length())))
                    .findFirst();
        } catch (IOException notTold) {
            return OptionalLong.empty();
        }
    }
}
