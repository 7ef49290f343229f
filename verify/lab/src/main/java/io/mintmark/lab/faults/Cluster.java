package io.mintmark.lab.faults;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Nodes A, B and C over one engine, each behind a wire of its own; those that end by themselves are started again. */
final class Cluster implements AutoCloseable {
    private static final List<String> TAGS = List.of("A", "B", "C");
    /** A busy machine may take minutes to start a JVM. */
    private static final int START_SECONDS = 240;

    private static final long WATCH_MILLIS = 500;
    private static final long POLL_MILLIS = 250;
    private static final int USAGE = 2;
    private static final String TOLD = "1g";
    private static final int RAISE_TRIES = 20;
    private static final int RAISE_SECONDS = 60;
    private static final long RAISE_PAUSE_MILLIS = 3_000;

    private final Engine engine;
    private final Api api;
    private final Path launcher;
    private final Path raiseLog;
    private final List<Node> nodes = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private final long begun = History.now();
    private volatile boolean isClosed;

    private Cluster(Engine engine, Api api, Path launcher, WorkDirectory work) throws IOException {
        this.engine = engine;
        this.api = api;
        this.launcher = launcher;
        this.raiseLog = work.file("raise.log");
        for (String tag : TAGS) {
            nodes.add(new Node(tag, launcher, work, Wire.to(engine.address())));
        }
    }

    static Cluster start(Engine engine, Api api, Path launcher, WorkDirectory work) throws IOException {
        Cluster cluster = new Cluster(engine, api, launcher, work);
        for (Node node : cluster.nodes) {
            node.start();
            if (!cluster.awaitAlive(node, START_SECONDS)) {
                throw new IOException("node " + node.tag() + " must answer: "
                        + Files.readString(work.file("node-" + node.tag() + ".log")));
            }
        }
        Thread watch = new Thread(cluster::watch, "watch");
        watch.setDaemon(true);
        watch.start();
        return cluster;
    }

    private void watch() {
        while (!isClosed) {
            try {
                for (Node node : nodes) {
                    int code = node.revive();
                    if (code >= 0) {
                        note(node, code);
                    }
                }
                Child.pause(WATCH_MILLIS);
            } catch (IOException e) {
                Progress.say("watch: %s", e.toString());
            }
        }
    }

    private void note(Node node, int code) {
        long second = TimeUnit.NANOSECONDS.toSeconds(History.now() - begun);
        synchronized (ends) {
            ends.add(node.tag() + " with " + code + " at " + second + " s");
        }
    }

    /** Returns which nodes ended by themselves, and when; each was started again. */
    List<String> ends() {
        synchronized (ends) {
            return List.copyOf(ends);
        }
    }

    List<Node> nodes() {
        return nodes;
    }

    Engine engine() {
        return engine;
    }

    URI url(int node) {
        return nodes.get(node).url();
    }

    /** Waits until a node answers at all; returns whether it does. */
    boolean awaitAlive(Node node, int seconds) throws IOException {
        return await(node, "/databases", seconds);
    }

    /** Waits until a node hands out numbers of a database; returns whether it does. */
    boolean awaitRanges(Node node, String database, int seconds) throws IOException {
        return await(node, "/databases/" + database + "/hilo/next?tag=ready", seconds);
    }

    private boolean await(Node node, String path, int seconds) throws IOException {
        return Child.holdsWithin(
                TimeUnit.SECONDS.toMillis(seconds),
                POLL_MILLIS,
                () -> api.get(node.url(), path).isDone());
    }

    /**
     * Raises all databases by the command line, with the nodes stopped; it waits for claims that have not lapsed.
     * The command decides by how much; one that demands to be told is told.
     */
    String raise() throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString(), "raise", "--all"));
        command.addAll(List.of(
                "--store", "jdbc:postgresql://127.0.0.1:" + engine.address().getPort() + "/postgres"));
        command.addAll(List.of("--store-user", Postgres.USER));
        boolean isTold = false;
        for (int i = 1; i <= RAISE_TRIES; i++) {
            int code = run(command);
            if (code == 0) {
                return "raised " + (isTold ? "by " + TOLD : "as it decided") + " at try " + i;
            }
            if (code == USAGE && !isTold) {
                isTold = true;
                command.addAll(List.of("--by", TOLD));
            } else {
                Child.pause(RAISE_PAUSE_MILLIS);
            }
        }
        throw new IOException("raise was refused " + RAISE_TRIES + " times: "
                + Files.readString(raiseLog).strip());
    }

    private int run(List<String> command) throws IOException {
        return exitCode(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(raiseLog.toFile())
                .start());
    }

    private static int exitCode(Process process) throws IOException {
        Process kept = Child.kept(process);
        try {
            return kept.waitFor(RAISE_SECONDS, TimeUnit.SECONDS) ? kept.exitValue() : -1;
        } catch (InterruptedException e) {
            throw Child.interrupted(e);
        }
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        for (Node node : nodes) {
            node.wire().close();
            node.kill();
        }
    }
}
