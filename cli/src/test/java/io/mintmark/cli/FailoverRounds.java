package io.mintmark.cli;

import io.mintmark.cli.Nodes.Node;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Three nodes under load over a PostgreSQL that is lost again and again, and whose standby is promoted each time.
 *
 * <p>Before it is lost, the primary goes on as it is, or without its standby while commits wait for it. Their sessions are then
 * ended, so that they are visible and on one disk alone; or the primary is restarted in its place, which makes all of them
 * visible. In one round of six the wire is mended instead, and nothing is lost.
 */
final class FailoverRounds {
    private static final long WRITES_MIN = 30;
    /** Nodes that are asked for this long reserve numbers ahead. */
    private static final Duration AHEAD = Duration.ofMillis(2_500);

    private static final int CUT_MILLIS_MIN = 200;
    private static final int CUT_MILLIS_MAX = 2_500;
    private static final int ROUNDS_PER_LINE = 10;

    private final EnginePair engines;
    private final Nodes nodes;
    private final SplittableRandom random;
    private final NodesHistory history;
    private final LossCheck check;
    private final StageTimes times = new StageTimes();
    private List<Node> three = List.of();
    private int rounds;
    private int failovers;
    private int cuts;
    private int restarts;
    private long waited;
    private long ended;

    FailoverRounds(EnginePair engines, Nodes nodes, long seed) {
        this.engines = engines;
        this.nodes = nodes;
        this.random = new SplittableRandom(seed);
        this.history = new NodesHistory(nodes);
        this.check = new LossCheck(history.acknowledged, random.split());
    }

    /** Goes on until the primary was lost so often, then looks at everything at each node. */
    FailoverRounds run(int wanted) throws Exception {
        times.begin();
        three = nodes.startThree();
        times.end("start");
        try (Crowd crowd = crowd()) {
            while (failovers < wanted) {
                round(crowd);
                rounds++;
                if (rounds % ROUNDS_PER_LINE == 0) {
                    System.out.printf(
                            "[failover] %d of %d after %d s%n",
                            failovers, wanted, times.sinceCreation().toSeconds());
                }
            }
            workALittle(crowd);
            crowd.finish();
        }
        times.end("work");
        for (Node node : three) {
            look(node);
        }
        times.end("compare");
        return this;
    }

    /**
     * Loses the primary of an engine that waits for no standby once, behind a wire that was cut, and goes on with new nodes, which
     * know nothing of what is missing.
     */
    FailoverRounds loseOnce() throws Exception {
        three = nodes.startThree();
        try (Crowd crowd = crowd()) {
            workALittle(crowd);
            engines.cut();
            workALittle(crowd);
            crowd.finish();
        }
        for (Node node : three) {
            nodes.kill(node);
        }
        engines.failOver();
        failovers++;
        List<Node> next = new ArrayList<>();
        for (Node node : three) {
            next.add(nodes.startAgain(node.tag, 0));
        }
        three = next;
        try (Crowd crowd = crowd()) {
            workALittle(crowd);
            crowd.finish();
        }
        look(three.get(0));
        return this;
    }

    private Crowd crowd() {
        List<URI> urls = three.stream().map(node -> node.url).toList();
        return Crowd.at(nodes, urls, history, random, "f" + failovers);
    }

    private void round(Crowd crowd) throws Exception {
        workALittle(crowd);
        int kind = random.nextInt(6);
        if (kind >= 2) {
            cut(crowd);
        }
        if (kind == 3) {
            ended += engines.endWaits();
            crowd.workFor(random, CUT_MILLIS_MIN);
        }
        if (kind == 4) {
            engines.restartPrimary();
            restarts++;
            crowd.workFor(random, CUT_MILLIS_MAX);
        }
        times.end("work");
        if (kind == 5) {
            engines.mend();
        } else {
            failOver(crowd);
        }
    }

    private void cut(Crowd crowd) throws Exception {
        engines.cut();
        cuts++;
        crowd.workFor(Duration.ofMillis(random.nextInt(CUT_MILLIS_MIN, CUT_MILLIS_MAX)));
        waited += engines.waiting();
    }

    private void failOver(Crowd crowd) throws Exception {
        history.acknowledged.checker.fault("failover");
        engines.failOver();
        failovers++;
        times.end("promotion");
        crowd.awaitWrites(WRITES_MIN);
        times.end("back");
        engines.seedStandby();
        times.end("seed");
    }

    /** Looks at everything, once nobody changes anything any more. */
    private void look(Node node) throws Exception {
        check.look(new PatientLook(new Calls(HttpClient.newHttpClient(), node.url)), true);
    }

    private void workALittle(Crowd crowd) throws Exception {
        crowd.awaitWrites(WRITES_MIN);
        crowd.workFor(AHEAD);
    }

    NodesHistory history() {
        return history;
    }

    LossCheck check() {
        return check;
    }

    /** Returns the nodes that work now. */
    List<Node> nodes() {
        return three;
    }

    Duration duration() {
        return times.sinceCreation();
    }

    /** Returns what was done and found, in words. */
    String summary() {
        return String.format(
                Locale.ROOT,
                "%,d failovers · wire to the standby cut %,d times, %,d commits seen waiting, %,d of them ended · %,d restarts in"
                        + " place · %,d acknowledged writes · %,d calls without an answer · %,d identities · %,d of %,d ranges"
                        + " cut ahead · %,d lost · %,d wrong · %s · %s",
                failovers,
                cuts,
                waited,
                ended,
                restarts,
                history.acknowledged.writes(),
                history.acknowledged.unansweredCalls(),
                history.identities.count(),
                history.cutAhead(),
                history.acknowledged.checker.rangeCount(),
                check.lost(),
                history.wrong().size(),
                check.effort(),
                times.perRound(Math.max(1, rounds)));
    }
}
