package io.mintmark.lab.faults;

import io.mintmark.lab.faults.Api.Reply;
import io.mintmark.lab.faults.History.Identity;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Takes identities, each by a request with an id of its own, and asks some of them again later, also elsewhere. */
final class IdentityTaker extends NodeClient {
    private static final String IDENTITY = "invoices|";
    private static final int MOST_WAITING = 5_000;
    private static final long SOONEST_MILLIS = 1_000;
    private static final int LATEST_MILLIS = 180_000;

    /** A request that is to be asked again. */
    private record Waiting(String request, long due) {}

    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>((a, b) -> Long.signum(a.due() - b.due()));
    private final String database;
    private long sequence;

    IdentityTaker(Place place, String database, String name) {
        super(place, name);
        this.database = database;
    }

    @Override
    boolean step() throws IOException {
        String request = name + "-" + ++sequence;
        boolean isDone = ask(request, node);
        if (!isDone || chance(4) == 0) {
            askLater(request);
        }
        return isDone;
    }

    /** Asks one request again whose time has come; a step of a second thread. */
    boolean again() throws IOException {
        Waiting due = next();
        if (due == null) {
            Child.pause(SOONEST_MILLIS / 10);
            return true;
        }
        int elsewhere = chance(cluster.nodes().size());
        boolean isDone = ask(due.request(), cluster.nodes().get(elsewhere).isQuiet() ? node : elsewhere);
        if (!isDone || chance(3) == 0) {
            askLater(due.request());
        }
        return isDone;
    }

    private boolean ask(String request, int at) throws IOException {
        Reply reply = api.send(
                "POST",
                cluster.url(at),
                path(database) + "identity/next?name=" + Api.coded(IDENTITY) + "&raft-request-id=" + request,
                "");
        if (reply.isDone()) {
            long number = reply.number("NewIdentityValue");
            history.add(new Identity(database, IDENTITY, request, number, reply.sent(), reply.got(), at));
        }
        return reply.isDone();
    }

    private synchronized int chance(int bound) {
        return random.nextInt(bound);
    }

    /** Most are asked again soon, some after minutes. */
    private synchronized void askLater(String request) {
        if (waiting.size() < MOST_WAITING) {
            int latest = random.nextBoolean() ? LATEST_MILLIS / 10 : LATEST_MILLIS;
            long wait = SOONEST_MILLIS + random.nextInt(latest);
            waiting.add(new Waiting(request, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait)));
        }
    }

    private synchronized @Nullable Waiting next() {
        Waiting first = waiting.peek();
        return first != null && first.due() <= System.nanoTime() ? waiting.poll() : null;
    }
}
