package io.mintmark.cli;

import io.mintmark.cli.Crowd.Stage;
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
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Three nodes under load of which one after the other is killed, paused for longer than its claim lasts, and replaced.
 *
 * <p>Each round pauses a node until another process has its tag, and lets it go on then. In every second round another node
 * is paused as long and comes back to its own tag, while the third one is killed twice and started under any tag that is free;
 * in the rounds between, one is killed and waits for its own tag to lapse, and one is left in peace.
 */
final class NodeRounds {
    private static final String[] TAGS = {"A", "B", "C"};
    private static final int CLIENTS = 7;
    private static final long WRITES_MIN = 30;
    private static final int LINGER_MILLIS_MAX = 500;
    private static final Duration BEYOND_THE_CLAIM = Duration.ofMillis(10_300);
    private static final Duration FENCED_WITHIN = Duration.ofSeconds(6);
    private static final String HELD = "is held by another server";
    private static final String FENCED = "has taken the node tag";

    private final Nodes nodes;
    private final SplittableRandom random;
    private final NodesHistory history;
    private final LossCheck check;
    private final StageTimes times = new StageTimes();
    private List<Node> three = new ArrayList<>();
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
        times.begin();
        startThree();
        times.end("start");
        try (Crowd crowd = crowd()) {
            while (kills < faults || pauses < faults) {
                round(crowd);
                rounds++;
            }
            crowd.finish();
        }
        times.end("rounds");
        for (Node node : three) {
            check.look(new Calls(HttpClient.newHttpClient(), node.url), true);
        }
        times.end("compare");
        return this;
    }

    private void startThree() throws Exception {
        List<ServerProcess> processes = new ArrayList<>();
        for (String tag : TAGS) {
            processes.add(nodes.launch(tag, 0));
        }
        for (ServerProcess process : processes) {
            three.add(nodes.ready(process));
        }
        HttpClient client = HttpClient.newHttpClient();
        new Calls(client, three.get(0).url).createDatabase();
        // The others hear of it with their next heartbeat.
        Thread.sleep(1_500);
    }

    private Crowd crowd() {
        HttpClient client = HttpClient.newHttpClient();
        List<URI> urls = three.stream().map(node -> node.url).toList();
        List<Function<Supplier<Stage>, Runnable>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            SplittableRandom own = random.split();
            String name = "c" + i;
            clients.add(stage -> new NodesClient(client, nodes, history, own, name, stage));
        }
        SplittableRandom own = random.split();
        clients.add(stage -> new LibraryClient(urls, history, own, "library", stage));
        clients.add(stage -> new OfficialClient(urls, history, "official", stage));
        return Crowd.of(history.acknowledged, clients);
    }

    private void round(Crowd crowd) throws Exception {
        linger(crowd);
        List<Node> left = new ArrayList<>(three);
        Node replaced = left.remove(random.nextInt(left.size()));
        Node second = left.remove(random.nextInt(left.size()));
        Node third = left.remove(0);
        pause(replaced);
        long since = System.nanoTime();
        if (rounds % 2 == 0) {
            pause(second);
            ServerProcess heir = nodes.launch(replaced.tag, 0);
            third = restart(restart(third, crowd), crowd);
            Node successor = started(heir);
            sleepUntil(since + BEYOND_THE_CLAIM.toNanos());
            linger(crowd);
            second = resume(second);
            endReplaced(replaced);
            three = List.of(successor, second, third);
        } else {
            linger(crowd);
            int port = second.url.getPort();
            kill(second);
            ServerProcess heir = nodes.launch(replaced.tag, 0);
            ServerProcess restarted = nodes.launch(second.tag, port);
            Node successor = started(heir);
            Node back = started(restarted);
            linger(crowd);
            endReplaced(replaced);
            three = List.of(successor, back, third);
        }
    }

    private void linger(Crowd crowd) throws Exception {
        crowd.awaitWrites(WRITES_MIN);
        Thread.sleep(random.nextInt(LINGER_MILLIS_MAX));
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

    /** Kills a node, and starts another one at its address under any tag. */
    private Node restart(Node node, Crowd crowd) throws Exception {
        kill(node);
        Node next = nodes.ready(nodes.launch(Nodes.ANY_TAG, node.url.getPort()));
        linger(crowd);
        return next;
    }

    /** A tag that lapsed may be the first one that is free for another start: then this one takes any, too. */
    private Node started(ServerProcess process) throws IOException {
        try {
            return nodes.ready(process);
        } catch (IllegalStateException e) {
            if (!process.log().contains(HELD)) {
                throw e;
            }
            return nodes.ready(nodes.launch(Nodes.ANY_TAG, 0));
        }
    }

    /** Lets a node go on that was silent for too long; it serves again unless another one took its tag meanwhile. */
    private Node resume(Node node) throws Exception {
        boolean taken = nodes.awake().stream().anyMatch(other -> other.tag.equals(node.tag));
        if (!taken) {
            nodes.resume(node, false);
            return node;
        }
        endReplaced(node);
        return nodes.ready(nodes.launch(Nodes.ANY_TAG, 0));
    }

    /** Lets a node go on whose tag another one has: what it writes is fenced, and it ends by itself. */
    private void endReplaced(Node node) throws Exception {
        nodes.resume(node, true);
        Optional<Integer> code = node.process.awaitExit(FENCED_WITHIN);
        nodes.forget(node);
        if (code.isPresent() && code.get() == 1 && node.process.log().contains(FENCED)) {
            fenced++;
        } else {
            history.require(false, "node " + node.tag + " must end when another one has its tag, but: " + code);
            node.process.kill();
        }
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        Thread.sleep(Math.max(0, Duration.ofNanos(nanos - System.nanoTime()).toMillis()));
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
