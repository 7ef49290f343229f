package io.mintmark.cli;

import io.mintmark.cli.Calls.Range;
import io.mintmark.cli.Calls.RefusedException;
import io.mintmark.cli.Calls.Stored;
import io.mintmark.cli.Crowd.Stage;
import io.mintmark.cli.Nodes.Node;
import io.mintmark.cli.NodesHistory.Call;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** One client that sends each call to any node, records each answer, and goes on when none comes. */
final class NodesClient implements Runnable {
    /** The answers of a node that cannot serve now. */
    static final Set<Integer> GO_ELSEWHERE = Set.of(408, 410, 502, 503, 504);

    private static final Duration PATIENCE = Duration.ofMillis(1_500);
    private static final int ATTEMPTS = 5;
    private static final Duration REST = Duration.ofMillis(10);
    private static final String[] COUNTERS = {"orders", "orders", "invoices"};
    private static final String[] COLLECTIONS = {"users", "tickets"};

    private final HttpClient client;
    private final Nodes nodes;
    private final NodesHistory history;
    private final Acknowledged acknowledged;
    private final SplittableRandom random;
    private final Choices choices;
    private final Supplier<Stage> stage;
    private final Deque<String> own = new ArrayDeque<>();

    NodesClient(
            HttpClient client,
            Nodes nodes,
            NodesHistory history,
            SplittableRandom random,
            String name,
            Supplier<Stage> stage) {
        this.client = client;
        this.nodes = nodes;
        this.history = history;
        this.acknowledged = history.acknowledged;
        this.random = random;
        this.choices = new Choices(random, name);
        this.stage = stage;
    }

    @Override
    public void run() {
        try {
            while (stage.get() == Stage.WORKING) {
                goOn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void goOn() throws InterruptedException {
        try {
            step();
        } catch (IOException e) {
            unanswered();
        } catch (RefusedException e) {
            requireUnavailable(e);
            unanswered();
        }
    }

    /** Counts a call that had an effect or none. */
    private void unanswered() {
        acknowledged.unanswered();
        RealTime.pass(REST);
    }

    private static void requireUnavailable(RefusedException e) {
        if (!GO_ELSEWHERE.contains(e.status())) {
            throw e;
        }
    }

    private void step() throws IOException, InterruptedException {
        switch (random.nextInt(9)) {
            case 0, 1, 2 -> useRange(choices.pick(COUNTERS));
            case 3 -> takeIdentity(choices.pick(COLLECTIONS));
            case 4 -> takeIdentityForCertain(choices.pick(COLLECTIONS));
            case 5 -> putWithMadeId(choices.pick(COLLECTIONS) + "/");
            case 6 -> putWithIdentity(choices.pick(COLLECTIONS));
            case 7 -> putSemantic();
            default -> changeOrDelete();
        }
    }

    private Call call() {
        return history.begin(nodes.pick(random));
    }

    private Calls at(Node node) {
        return new Calls(client, node.url, PATIENCE);
    }

    private void useRange(String tag) throws IOException, InterruptedException {
        Call call = call();
        Range range = at(call.node()).next(tag, choices.lastSize());
        history.reserved(call, tag, range);
        boolean withToken = random.nextBoolean();
        long last = choices.lastIssued(range, withToken);
        acknowledged.issued(tag, range.low(), last);
        if (last < range.high()) {
            Node where = random.nextBoolean() ? call.node() : nodes.pick(random);
            acknowledged.returned(tag, range, last, at(where).giveBack(tag, range, last, withToken));
        }
    }

    private void takeIdentity(String identity) throws IOException, InterruptedException {
        Call call = call();
        history.identity(call, identity, at(call.node()).nextIdentity(identity));
    }

    /** Repeats an unanswered request elsewhere under its name, and now and then one that was answered. */
    private void takeIdentityForCertain(String identity) throws IOException, InterruptedException {
        String request = choices.stamp();
        long begun = System.nanoTime();
        long number = 0;
        for (int attempt = 0; attempt < ATTEMPTS && number == 0; attempt++) {
            number = attemptIdentity(identity, request);
        }
        if (number == 0) {
            return;
        }
        history.identity(begun, identity, number);
        if (random.nextInt(4) == 0) {
            history.repeatedIdentity(identity, number, at(nodes.pick(random)).nextIdentity(identity, request));
        }
    }

    /** Returns 0 for no answer. */
    private long attemptIdentity(String identity, String request) throws InterruptedException {
        try {
            return at(nodes.pick(random)).nextIdentity(identity, request);
        } catch (IOException e) {
            unanswered();
        } catch (RefusedException e) {
            requireUnavailable(e);
            unanswered();
        }
        return 0;
    }

    private void putWithMadeId(String template) throws IOException, InterruptedException {
        Call call = call();
        String stamp = choices.stamp();
        Stored made = at(call.node()).store(template, stamp);
        history.storedNew(call, made, stamp);
        own.push(made.id());
    }

    private void putWithIdentity(String identity) throws IOException, InterruptedException {
        Call call = call();
        String stamp = choices.stamp();
        Stored made = at(call.node()).store(identity + "|", stamp);
        history.identity(
                call, identity, Long.parseLong(made.id().substring(made.id().indexOf('/') + 1)));
        history.stored(call, made, stamp);
        own.push(made.id());
    }

    private void putSemantic() throws IOException, InterruptedException {
        String stamp = choices.stamp();
        put("notes/" + stamp, stamp);
        own.push("notes/" + stamp);
    }

    /** Stores a document at one node and reads it at another one. */
    private void put(String id, String stamp) throws IOException, InterruptedException {
        Call call = call();
        history.stored(call, at(call.node()).store(id, stamp), stamp);
        Node other = nodes.pick(random);
        String found = at(other).read(List.of(id)).getOrDefault(id, "");
        history.require(found.equals(stamp), id + " is '" + found + "' at " + other.tag + " but must be " + stamp);
    }

    /** A store that takes the highest id it still holds for the highest it ever made would make this one again. */
    private void changeOrDelete() throws IOException, InterruptedException {
        String id = own.poll();
        if (id == null) {
            return;
        }
        acknowledged.deleting(id);
        if (random.nextBoolean()) {
            put(id, choices.stamp());
            own.push(id);
        } else {
            Call call = call();
            at(call.node()).delete(id);
            history.written(call, "the deletion of " + id);
            acknowledged.deleted(id);
        }
    }
}
