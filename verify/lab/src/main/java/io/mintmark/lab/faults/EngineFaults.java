package io.mintmark.lab.faults;

import io.mintmark.lab.faults.FaultPlan.Planned;
import io.mintmark.lab.faults.History.PutBack;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Faults of the engine, which all nodes share. */
final class EngineFaults {
    private static final long DOWN_MILLIS = 1_000;
    private static final int DOWN_MORE_MILLIS = 6_000;
    private static final long LAME_MILLIS = 3_000;
    private static final int LAME_MORE_MILLIS = 6_000;
    private static final long STEPPED_MILLIS = 8_000;
    private static final long STEP_SECONDS_LEAST = 3_000;
    private static final int DELAY_MORE_MILLIS = 150;
    private static final int BACKENDS_ROUNDS = 5;
    private static final long QUIET_MILLIS = 1_500;
    private static final long COPY_AGE_MILLIS = 8_000;
    private static final long OBSERVED_MILLIS = TimeUnit.NANOSECONDS.toMillis(Judge.NOTICE_NANOS) + 6_000;
    private static final int BACK_SECONDS = 60;

    private final Cluster cluster;
    private final Engine engine;
    private final History history;
    private int putBacks;
    private int steps;

    EngineFaults(Cluster cluster, History history) {
        this.cluster = cluster;
        this.engine = cluster.engine();
        this.history = history;
    }

    /** Does the fault and mends it; returns what the report should say beside its kind. */
    String run(Planned planned) throws IOException, SQLException {
        Random random = new Random(planned.variant());
        long millis = LAME_MILLIS + random.nextInt(LAME_MORE_MILLIS);
        return switch (planned.kind()) {
            case STOP_FAST -> stop(true, DOWN_MILLIS + random.nextInt(DOWN_MORE_MILLIS));
            case STOP_IMMEDIATE -> stop(false, DOWN_MILLIS + random.nextInt(DOWN_MORE_MILLIS));
            case READ_ONLY -> readOnly(millis);
            case SLOW -> slow(millis, 20 + random.nextInt(DELAY_MORE_MILLIS));
            case CLOCK -> clock(STEPPED_MILLIS + millis);
            case BACKENDS -> backends();
            case PUT_BACK -> putBack(cluster.nodes().get(planned.node()));
            default -> throw new IllegalArgumentException("no fault of the engine: " + planned.kind());
        };
    }

    private String stop(boolean isFast, long millis) throws IOException {
        engine.stop(isFast);
        try {
            if (isFast) {
                engine.copies().take();
            }
            Child.pause(millis);
        } finally {
            engine.start();
        }
        return "down for " + millis + " ms";
    }

    private String readOnly(long millis) throws IOException, SQLException {
        String ignored = engine.ask("ALTER SYSTEM SET default_transaction_read_only = on");
        try {
            ignored = engine.ask("SELECT pg_reload_conf()");
            Child.pause(millis);
        } finally {
            ignored = engine.ask("ALTER SYSTEM RESET default_transaction_read_only");
            ignored = engine.ask("SELECT pg_reload_conf()");
        }
        return millis + " ms";
    }

    private String slow(long millis, long delay) throws IOException {
        cluster.nodes().forEach(node -> node.wire().delay(delay));
        try {
            Child.pause(millis);
        } finally {
            cluster.nodes().forEach(node -> node.wire().delay(0));
        }
        return "each piece late by " + delay + " ms, for " + millis + " ms";
    }

    /** In turns back first, which makes what is answered meanwhile an hour old afterwards, and forward first. */
    private String clock(long millis) throws IOException, SQLException {
        if (!engine.hasClock()) {
            return "skipped: libfaketime is not installed";
        }
        boolean isForward = steps % 2 == 1;
        steps++;
        engine.clock(isForward ? "+3600" : "-3600");
        try {
            long seconds = Long.parseLong(engine.ask("SELECT floor(extract(epoch FROM clock_timestamp()))::bigint"));
            if (Math.abs(seconds - System.currentTimeMillis() / 1_000) < STEP_SECONDS_LEAST) {
                throw new IOException("the engine's clock did not follow");
            }
            Child.pause(millis);
        } finally {
            engine.clock("+0");
        }
        return (isForward ? "forward" : "back") + " first, for " + millis + " ms";
    }

    private String backends() throws IOException, SQLException {
        int ended = 0;
        for (int i = 0; i < BACKENDS_ROUNDS; i++) {
            ended += Integer.parseInt(engine.ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND random() < 0.4"));
            Child.pause(TimeUnit.SECONDS.toMillis(1));
        }
        return ended + " of them";
    }

    /** In turns: a new copy, since which one node has written nothing; and one of an engine stopped earlier. */
    private String putBack(Node node) throws IOException, SQLException {
        boolean isOnline = !engine.copies().exists() || putBacks % 2 == 0;
        putBacks++;
        node.quiet(isOnline);
        try {
            if (isOnline) {
                Child.pause(QUIET_MILLIS);
                engine.copyOnline();
                Child.pause(COPY_AGE_MILLIS);
            }
            long copied = engine.copies().takenAt();
            long begun = History.now();
            engine.stop(false);
            engine.copies().putBack();
            engine.start();
            node.quiet(false);
            String age = ", " + TimeUnit.NANOSECONDS.toSeconds(begun - copied) + " s old, ";
            String kind = isOnline ? "nothing written at " + node.tag() + " since" : "copied while it was stopped";
            return kind + age + observedAndRaised(copied, begun);
        } finally {
            node.quiet(false);
        }
    }

    /** The nodes run on for a while; they are stopped only for the raise. */
    private String observedAndRaised(long copied, long begun) throws IOException {
        long ready = History.now();
        Child.pause(OBSERVED_MILLIS);
        long stopped = History.now();
        for (Node node : cluster.nodes()) {
            node.stop();
        }
        try {
            return cluster.raise();
        } finally {
            history.add(new PutBack(copied, begun, ready, stopped, History.now()));
            start();
        }
    }

    private void start() throws IOException {
        for (Node node : cluster.nodes()) {
            node.start();
        }
        for (Node node : cluster.nodes()) {
            if (!cluster.awaitAlive(node, BACK_SECONDS)) {
                throw new IOException("node " + node.tag() + " does not answer after the raise");
            }
        }
    }
}
