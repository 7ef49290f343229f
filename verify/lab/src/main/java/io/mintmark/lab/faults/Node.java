package io.mintmark.lab.faults;

import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.PeerProcess;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One node: a process of the shipped jar at a port that stays, started again over the same directory. */
final class Node {
    private static final int END_SECONDS = 30;
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final String tag;
    private final Wire wire;
    private final Path log;
    private final URI url;
    private final List<String> command;
    private @Nullable Process process;
    private boolean isWanted;
    private volatile boolean isQuiet;
    private long startedAt;

    Node(String tag, Path launcher, WorkDirectory work, Wire wire) throws IOException {
        this.tag = tag;
        this.wire = wire;
        this.log = work.file("node-" + tag + ".log");
        int port = PeerProcess.freePort().getPort();
        this.url = URI.create("http://127.0.0.1:" + port);
        Path data = Files.createDirectories(work.file("node-" + tag));
        command = new ArrayList<>(List.of(launcher.toString(), "serve", "--port", "" + port));
        command.addAll(List.of("--data", data.toString(), "--node-tag", tag));
        command.addAll(List.of("--store", "jdbc:postgresql://127.0.0.1:" + wire.port() + "/postgres"));
        command.addAll(List.of("--store-user", Postgres.USER));
    }

    String tag() {
        return tag;
    }

    URI url() {
        return url;
    }

    Wire wire() {
        return wire;
    }

    /** Says that clients should leave it alone for a while. */
    void quiet(boolean isQuietNow) {
        isQuiet = isQuietNow;
    }

    boolean isQuiet() {
        return isQuiet;
    }

    /** Starts it, and from now on again whenever it is found dead; does not wait until it answers. */
    synchronized void start() throws IOException {
        isWanted = true;
        Process running = process;
        if (running == null || !running.isAlive()) {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            builder.environment().put("MINTMARK_JAVA_OPTS", "-Xmx256m");
            process = Child.kept(builder.start());
            startedAt = System.nanoTime();
        }
    }

    /** Starts it again if it ended though it should not have; returns its exit code then, -1 otherwise. */
    synchronized int revive() throws IOException {
        Process ended = process;
        if (!isWanted || ended == null || ended.isAlive() || System.nanoTime() - startedAt < AGAIN_NANOS) {
            return -1;
        }
        start();
        return ended.exitValue();
    }

    /** Ends it by SIGKILL; it stays down until {@link #start}. */
    synchronized void kill() throws IOException {
        isWanted = false;
        end("KILL");
    }

    /** Ends it in order, or by SIGKILL if that takes too long. */
    synchronized void stop() throws IOException {
        isWanted = false;
        if (!end("TERM")) {
            boolean ignored = end("KILL");
        }
    }

    synchronized void signal(String name) throws IOException {
        Process running = process;
        if (running != null && running.isAlive()) {
            Child.signal(running, name);
        }
    }

    private boolean end(String signal) throws IOException {
        signal(signal);
        Process running = process;
        try {
            return running == null || running.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
