package io.mintmark.lab.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A server as a process of its own, which says on standard output where it answers; ended by {@link #close}. */
public final class ServerProcess implements AutoCloseable {
    /** The line that a server prints once it answers, up to its URL. */
    public static final String READY = "Server available on: ";

    /** The flags that {@code ./mintmark serve} gives its JVM. */
    private static final List<String> LAUNCHER_FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-Xms64m",
            "-XX:MinHeapFreeRatio=70",
            "-XX:MaxHeapFreeRatio=85",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED");

    private static final String JAVA_OPTIONS = "MINTMARK_JAVA_OPTS";
    private static final long PATIENCE_SECONDS = 60;

    /** Short, since starts are measured. */
    private static final long START_PAUSE_MILLIS = 2;

    /** A busy machine may take minutes to start a JVM. */
    private static final long START_MILLIS = 240_000;

    private final Process process;
    private final URI url;

    private ServerProcess(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    /** Returns the command that runs the shipped jar over {@code data}, as a user does, at a port of its choice. */
    public static List<String> shipped(Path launcher, Path data) {
        return List.of(launcher.toString(), "serve", "--port", "0", "--data", data.toString());
    }

    /** Returns the command that runs a server of the lab's own with the JVM flags of the launcher. */
    public static List<String> labs(Class<?> main, String... args) {
        List<String> flags = new ArrayList<>(LAUNCHER_FLAGS);
        javaOptions()
                .lines()
                .flatMap(line -> List.of(line.split("\\s+", -1)).stream())
                .forEach(flags::add);
        return Child.java(flags, main.getName(), args);
    }

    /** Returns what the environment adds to the flags of every server's JVM; empty if nothing. */
    public static String javaOptions() {
        return System.getenv().getOrDefault(JAVA_OPTIONS, "").strip();
    }

    /** Starts a command under this process's Java and waits until it answers; its log goes to {@code log}. */
    public static ServerProcess start(List<String> command, Path log) throws IOException {
        return start(command, "", log);
    }

    /** The same, with {@code javaOptions} after those of the launcher and the environment. */
    public static ServerProcess start(List<String> command, String javaOptions, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put(JAVA_OPTIONS, (javaOptions() + " " + javaOptions).strip());
        builder.environment().putIfAbsent("MALLOC_ARENA_MAX", "2");
        return over(builder, log);
    }

    /** Starts any command that a builder holds and waits until it answers; its log goes to {@code log}. */
    public static ServerProcess over(ProcessBuilder builder, Path log) throws IOException {
        Path printed = printed(log);
        builder.redirectOutput(printed.toFile()).redirectError(log.toFile());
        Process process = Child.kept(builder.start());
        boolean isReady = Child.holdsWithin(
                START_MILLIS,
                START_PAUSE_MILLIS,
                () -> !process.isAlive() || url(Files.readString(printed)).isPresent());
        Optional<String> url = url(Files.readString(printed));
        if (isReady && url.isPresent()) {
            return new ServerProcess(process, URI.create(url.get()));
        }
        Process ignored = process.destroyForcibly();
        throw new IOException("the server must print '" + READY + "' first, but printed '" + Files.readString(printed)
                + "'; its log:\n" + Files.readString(log));
    }

    private static Optional<String> url(String printed) {
        return printed.startsWith(READY) && printed.indexOf('\n') > 0
                ? Optional.of(printed.substring(READY.length(), printed.indexOf('\n')))
                : Optional.empty();
    }

    /** Returns where the standard output of a server goes whose log goes to {@code log}. */
    public static Path printed(Path log) {
        return log.resolveSibling(log.getFileName() + ".out");
    }

    /** Returns its process, or that of what watches it. */
    public Process process() {
        return process;
    }

    /** Returns where it answers. */
    public URI url() {
        return url;
    }

    /** Returns the address behind {@link #url}. */
    public InetSocketAddress address() {
        return new InetSocketAddress(url.getHost(), url.getPort());
    }

    /** Returns the process that was started: the server's JVM, or what watches it. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Ends it in order, by SIGTERM, and waits. */
    @Override
    public void close() throws IOException {
        end(process.toHandle());
    }

    /** Ends a process that this one started, or a child of it, and waits until the started one is gone. */
    public void end(ProcessHandle target) throws IOException {
        boolean ignored = target.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("the server did not end within " + PATIENCE_SECONDS + " s of SIGTERM");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
