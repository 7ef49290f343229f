package io.mintmark.cli;

import io.mintmark.cli.Nodes.Node;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Three nodes under load of which one after the other is killed, paused for longer than its claim lasts, and replaced.
 *
 * <p>Each round pauses a node until another process has its tag, and lets it go on then. In three of four rounds another node
 * is paused as long and comes back to its own tag, while the third one and its successor are killed and started under other
 * tags; in the fourth, one is killed and waits for its own tag to lapse, and one is left in peace.
 */
final class NodeRounds {
    private static final long WRITES_MIN = 30;
    private static final int LINGER_MILLIS_MAX = 500;
    private static final int LETTERS = 26;
    /** Nodes that are asked for this long reserve numbers ahead. */
    private static final Duration AHEAD = Duration.ofMillis(2_500);

    private static final Duration LATE_BY = Duration.ofMillis(200);
    private static final Duration BEYOND_THE_CLAIM = Duration.ofMillis(10_300);
    /** It does so within two seconds; a machine that has more to do takes longer. */
    private static final Duration FENCED_WITHIN = Duration.ofSeconds(20);

    private static final int ROUNDS_PER_KIND_CHANGE = 4;
    private static final int ROUNDS_PER_LINE = 10;
    private static final String HELD = "is held by another server";
    private static final String FENCED = "has taken the node tag";

    private final Nodes nodes;
    private final SplittableRandom random;
    private final NodesHistory history;
    private final LossCheck check;
    private final StageTimes times = new StageTimes();
    private List<Node> three = List.of();
    private int rounds;
    private int kills;
    private int pauses;
    private int fenced;

    NodeRounds(Nodes nodes, long seed) {
        this.nodes = nodes;
        this.random = new SplittableRandom(seed);
        this.history = new NodesHistory(nodes);
        this.check = new LossCheck(history.acknowledged, random.split());
    }

    /** Goes on until so many nodes were killed and so many paused, then looks at everything at each node. */
    NodeRounds run(int faults) throws Exception {
        return run(crowd -> {
            while (kills < faults || pauses < faults) {
                round(crowd);
                rounds++;
                if (rounds % ROUNDS_PER_LINE == 0) {
                    System.out.printf(
                            "[nodes] of %d each: %d kills, %d pauses after %d s%n",
                            faults, kills, pauses, times.sinceCreation().toSeconds());
                }
            }
        });
    }

    /** Replaces one node that is paused, and nothing else. */
    NodeRounds replaceOne() throws Exception {
        return run(crowd -> {
            workALittle(crowd);
            Node replaced = three.get(0);
            pause(replaced);
            Node successor = started(nodes.launch(replaced.tag, 0));
            endReplaced(replaced);
            three = List.of(successor, three.get(1), three.get(2));
        });
    }

    /** Kills and pauses nodes under load. */
    @FunctionalInterface
    private interface Deed {
        void to(Crowd crowd) throws Exception;
    }

    private NodeRounds run(Deed deed) throws Exception {
        times.begin();
        three = nodes.startThree();
        times.end("start");
        try (Crowd crowd = crowd()) {
            deed.to(crowd);
            crowd.finish();
        }
        times.end("rounds");
        for (Node node : three) {
            check.look(new PatientLook(new Calls(HttpClient.newHttpClient(), node.url)), true);
        }
        times.end("compare");
        return this;
    }

    private Crowd crowd() {
        List<URI> urls = three.stream().map(node -> node.url).toList();
        return Crowd.at(nodes, urls, history, random, "");
    }

    private void round(Crowd crowd) throws Exception {
        workALittle(crowd);
        List<Node> left = new ArrayList<>(three);
        Node first = left.remove(random.nextInt(left.size()));
        Node second = left.remove(random.nextInt(left.size()));
        three = rounds % ROUNDS_PER_KIND_CHANGE == 1
                ? pauseFirstAndKillSecond(first, second, left.get(0), crowd)
                : pauseTwoAndKillThird(first, second, left.get(0), crowd);
    }

    private List<Node> pauseTwoAndKillThird(Node first, Node second, Node third, Crowd crowd) throws Exception {
        pause(first);
        pause(second);
        long since = System.nanoTime();
        ServerProcess heir = nodes.launch(first.tag, 0);
        kill(third);
        Node next = started(nodes.launch(Nodes.ANY_TAG, third.url.getPort()));
        linger(crowd);

        // One that takes any tag now could take one of those that lapse.
        Node last = nodes.ready(nodes.launch("R" + letter(rounds / LETTERS) + letter(rounds % LETTERS), 0));
        kill(next);
        Node successor = started(heir);
        RealTime.pass(Duration.ofNanos(Math.max(0, BEYOND_THE_CLAIM.toNanos() - (System.nanoTime() - since))));
        linger(crowd);
        Node back = resume(second);
        endReplaced(first);
        return List.of(successor, back, last);
    }

    private List<Node> pauseFirstAndKillSecond(Node first, Node second, Node third, Crowd crowd) throws Exception {
        pause(first);
        linger(crowd);
        kill(second);
        ServerProcess heir = nodes.launch(first.tag, 0);
        ServerProcess restarted = nodes.launch(second.tag, second.url.getPort());
        Node successor = started(heir);
        Node back = started(restarted);
        linger(crowd);
        endReplaced(first);
        return List.of(successor, back, third);
    }

    private void workALittle(Crowd crowd) throws Exception {
        linger(crowd);
        crowd.workFor(AHEAD);
    }

    private void linger(Crowd crowd) throws Exception {
        crowd.awaitWrites(WRITES_MIN);
        crowd.workFor(random, LINGER_MILLIS_MAX);
    }

    private void pause(Node node) throws Exception {
        nodes.pause(node);
        pauses++;
        history.acknowledged.checker.fault("pause");
    }

    private void kill(Node node) throws Exception {
        nodes.kill(node);
        kills++;
        history.acknowledged.checker.fault("kill");
    }

    private static char letter(int number) {
        return (char) ('A' + number % LETTERS);
    }

    /**
     * A tag that lapsed may be the first one that is free for another start, and the port of a node that is gone may be that of
     * any connection: then this one takes any, too.
     */
    private Node started(ServerProcess process) throws IOException {
        try {
            return nodes.ready(process);
        } catch (IllegalStateException e) {
            String log = process.log();
            if (!log.contains(HELD) && !log.contains(Nodes.PORT_TAKEN)) {
                throw e;
            }
            return nodes.ready(nodes.launch(Nodes.ANY_TAG, 0));
        }
    }

    /** Lets a node go on that was silent for too long; it serves again unless another one took its tag meanwhile. */
    private Node resume(Node node) throws Exception {
        boolean taken = nodes.awake().stream().anyMatch(other -> other.tag.equals(node.tag));
        if (!taken) {
            nodes.resume(node);
            return node;
        }
        endReplaced(node);
        return nodes.ready(nodes.launch(Nodes.ANY_TAG, 0));
    }

    /** Lets a node go on whose tag another one has: what it writes is fenced, and it ends by itself. */
    private void endReplaced(Node node) throws Exception {
        nodes.replace(node);
        Optional<Integer> code;
        try (Latecomers late = new Latecomers(node, nodes, history)) {
            RealTime.pass(LATE_BY);
            nodes.resume(node);
            code = node.process.awaitExit(FENCED_WITHIN);
            nodes.forget(node);
            if (code.isPresent()) {
                late.awaitEnd();
            }
        }
        if (code.isPresent() && code.get() == 1 && node.process.log().contains(FENCED)) {
            fenced++;
        } else {
            history.require(false, "node " + node.tag + " must end when another one has its tag, but: " + code);
            node.process.kill();
        }
    }

    NodesHistory history() {
        return history;
    }

    LossCheck check() {
        return check;
    }

    /** Returns what was done and found, in words. */
    String summary() {
        return String.format(
                Locale.ROOT,
                "%,d kills · %,d pauses beyond the claim · %,d nodes replaced and fenced · %,d acknowledged writes · %,d"
                        + " calls without an answer · %,d identities, %,d asked for again · %,d of %,d ranges cut ahead, %,d of"
                        + " them by nodes whose tag another one had · %,d lost · %,d wrong · %s · %s",
                kills,
                pauses,
                fenced,
                history.acknowledged.writes(),
                history.acknowledged.unansweredCalls(),
                history.identities.count(),
                history.repeated(),
                history.cutAhead(),
                history.acknowledged.checker.rangeCount(),
                history.cutByReplaced(),
                check.lost(),
                history.wrong().size(),
                check.effort(),
                times.perRound(Math.max(1, rounds)));
    }

    Duration duration() {
        return times.sinceCreation();
    }
}
