package io.mintmark.lab.hostile;

import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.process.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server that may die, of which each line that it prints is kept.
 *
 * @param server its process
 * @param log what it prints, on both its outputs
 */
record Victim(ServerProcess server, ServerLog log) implements AutoCloseable {
    private static final long PAUSE_MILLIS = 100;
    private static final int END_SECONDS = 15;

    /** Starts a command over this process's Java, and waits until it answers; {@code place} is where its log goes. */
    static Victim start(List<String> command, String javaOptions, Path place) throws IOException {
        Path err = Files.createDirectories(place).resolve("stderr");
        ServerProcess server = ServerProcess.start(command, javaOptions, err);
        return new Victim(server, new ServerLog(ServerProcess.printed(err), err));
    }

    static void pause() throws IOException {
        Child.pause(PAUSE_MILLIS);
    }

    /** Returns whether something holds within some seconds. */
    static boolean holdsWithin(int seconds, Child.Condition condition) throws IOException {
        return Child.holdsWithin(TimeUnit.SECONDS.toMillis(seconds), PAUSE_MILLIS, condition);
    }

    URI url() {
        return server.url();
    }

    boolean isAlive() {
        return server.process().isAlive();
    }

    /** Returns how the process ended; it must have. */
    int exitCode() {
        return server.process().exitValue();
    }

    void forgetPeak() {
        ProcessMemory.forgetPeak(server.handle());
    }

    /** Returns the most MiB that it held since {@link #forgetPeak}; NaN if it is gone. */
    double peak() {
        return ProcessMemory.peak(server.handle());
    }

    @Override
    public void close() {
        boolean ignored = Child.end(server.process(), END_SECONDS);
    }
}
