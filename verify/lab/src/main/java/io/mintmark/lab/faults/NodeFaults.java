package io.mintmark.lab.faults;

import io.mintmark.lab.faults.FaultPlan.Planned;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Faults of one node and of its wire, and the database that is dropped meanwhile. */
final class NodeFaults {
    private static final long SECOND = 1_000;
    private static final int DOWN_MILLIS = 4_000;
    private static final long PAUSED_MILLIS = 12_000;
    private static final int PAUSED_MORE_MILLIS = 3_000;
    private static final long BROKEN_MILLIS = 3_000;
    private static final int BROKEN_MORE_MILLIS = 12_000;

    private final Cluster cluster;
    private final Databases databases;

    NodeFaults(Cluster cluster, Databases databases) {
        this.cluster = cluster;
        this.databases = databases;
    }

    /** Does the fault and mends it; returns what the report should say beside its kind. */
    String run(Planned planned) throws IOException {
        Random random = new Random(planned.variant());
        Node node = cluster.nodes().get(planned.node());
        return switch (planned.kind()) {
            case KILL -> kill(node, random.nextInt(DOWN_MILLIS));
            case PAUSE -> pause(node, PAUSED_MILLIS + random.nextInt(PAUSED_MORE_MILLIS));
            case CUT -> wire(node, Wire.State.CUT, random);
            case HOLE_OUT -> wire(node, Wire.State.HOLE_OUT, random);
            case HOLE_IN -> wire(node, Wire.State.HOLE_IN, random);
            case RENEW -> renew();
            case RENEW_UNHEARD -> renewUnheard(node, random);
            default -> throw new IllegalArgumentException("no fault of a node: " + planned.kind());
        };
    }

    private static String kill(Node node, long millis) throws IOException {
        node.kill();
        Child.pause(millis);
        node.start();
        return node.tag() + ", down for " + millis + " ms";
    }

    private static String pause(Node node, long millis) throws IOException {
        node.signal("STOP");
        try {
            Child.pause(millis);
        } finally {
            node.signal("CONT");
        }
        return node.tag() + ", " + millis + " ms";
    }

    private static String wire(Node node, Wire.State state, Random random) throws IOException {
        long millis = BROKEN_MILLIS + random.nextInt(BROKEN_MORE_MILLIS);
        boolean isReset = random.nextBoolean();
        broken(node, state, isReset, () -> Child.pause(millis));
        return node.tag() + ", " + millis + " ms" + (isReset ? ", connections ended" : "");
    }

    private String renew() throws IOException {
        return "drop answered "
                + databases.renew(cluster.nodes().stream().map(Node::url).toList());
    }

    private String renewUnheard(Node node, Random random) throws IOException {
        List<URI> others =
                new ArrayList<>(cluster.nodes().stream().map(Node::url).toList());
        others.remove(node.url());
        Wire.State state = Wire.State.values()[1 + random.nextInt(Wire.State.values().length - 1)];
        long millis = BROKEN_MILLIS + random.nextInt(BROKEN_MORE_MILLIS);
        List<Integer> answers = new ArrayList<>();
        broken(node, state, random.nextBoolean(), () -> {
            Child.pause(SECOND);
            answers.addAll(databases.renew(others));
            Child.pause(millis);
        });
        return node.tag() + ", " + state + ", for " + millis + " ms after the new one was there; drop answered "
                + answers;
    }

    private interface Meanwhile {
        void run() throws IOException;
    }

    private static void broken(Node node, Wire.State state, boolean isReset, Meanwhile meanwhile) throws IOException {
        node.wire().state(state);
        try {
            meanwhile.run();
        } finally {
            node.wire().state(Wire.State.WHOLE);
            if (isReset) {
                node.wire().endConnections();
            }
        }
    }
}
