package io.mintmark.lab.hostile;

import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.process.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A server that may die: a process of its own, of which each line that it prints is kept. */
final class Victim implements AutoCloseable {
    private static final int START_TRIES = 600;
    private static final long PAUSE_MILLIS = 100;
    private static final int END_SECONDS = 15;

    private final Process process;
    private final URI url;
    private final ServerLog log;

    private Victim(Process process, URI url, ServerLog log) {
        this.process = process;
        this.url = url;
        this.log = log;
    }

    /** Starts a command over this process's Java, and waits until it answers; {@code place} is where its log goes. */
    static Victim start(List<String> command, String javaOptions, Path place) throws IOException {
        Path out = Files.createDirectories(place).resolve("stdout");
        Path err = place.resolve("stderr");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MINTMARK_JAVA_OPTS", javaOptions);
        Process process = Child.kept(builder.start());
        for (int i = 0; i < START_TRIES && process.isAlive(); i++) {
            String printed = Files.readString(out);
            if (printed.startsWith(ServerProcess.READY) && printed.indexOf('\n') > 0) {
                String url = printed.substring(ServerProcess.READY.length())
                        .lines()
                        .findFirst()
                        .orElseThrow();
                return new Victim(process, URI.create(url), new ServerLog(out, err));
            }
            pause();
        }
        Process ignored = process.destroyForcibly();
        throw new IOException("a server did not start; it printed: " + Files.readString(out) + Files.readString(err));
    }

    static void pause() throws IOException {
        Child.pause(PAUSE_MILLIS);
    }

    URI url() {
        return url;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(url.getHost(), url.getPort());
    }

    ServerLog log() {
        return log;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns how the process ended; it must have. */
    int exitCode() {
        return process.exitValue();
    }

    void forgetPeak() {
        ProcessMemory.forgetPeak(process.toHandle());
    }

    /** Returns the most MiB that it held since {@link #forgetPeak}; NaN if it is gone. */
    double peak() {
        return ProcessMemory.peak(process.toHandle());
    }

    @Override
    public void close() {
        boolean ignored = Child.end(process, END_SECONDS);
    }
}
