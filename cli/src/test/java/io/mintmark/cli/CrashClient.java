package io.mintmark.cli;

import io.mintmark.cli.Calls.Range;
import io.mintmark.cli.Crowd.Stage;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** One client that works until its server is gone or it is told to finish, and records each answer that has arrived. */
final class CrashClient implements Runnable {
    private static final Duration REST = Duration.ofMillis(10);
    private static final String[] COUNTERS = {"orders", "users", "invoices"};
    private static final String[] COLLECTIONS = {"users", "tickets"};

    private final Calls calls;
    private final Acknowledged acknowledged;
    private final Choices choices;
    private final Supplier<Stage> stage;
    private final Deque<String> own = new ArrayDeque<>();

    CrashClient(Calls calls, Acknowledged acknowledged, SplittableRandom random, String name, Supplier<Stage> stage) {
        this.calls = calls;
        this.acknowledged = acknowledged;
        this.choices = new Choices(random, name);
        this.stage = stage;
    }

    @Override
    public void run() {
        try {
            while (stage.get() != Stage.FINISHING && goesOnAfterStep()) {
                // One call after the other.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean goesOnAfterStep() throws InterruptedException {
        try {
            step();
            return true;
        } catch (IOException e) {
            // The reply did not come: what became of the call is unknown.
            if (stage.get() == Stage.SERVER_GONE) {
                return false;
            }
            acknowledged.unanswered();
            RealTime.pass(REST);
            return true;
        }
    }

    private void step() throws IOException, InterruptedException {
        switch (choices.random.nextInt(8)) {
            case 0, 1, 2 -> useRange(choices.pick(COUNTERS));
            case 3 -> {
                String identity = choices.pick(COLLECTIONS);
                acknowledged.identity(identity, calls.nextIdentity(identity));
            }
            case 4 -> putWithMadeId(choices.pick(COLLECTIONS) + "/");
            case 5 -> putWithIdentity(choices.pick(COLLECTIONS));
            case 6 -> putSemantic();
            default -> deleteNewest();
        }
    }

    private void useRange(String tag) throws IOException, InterruptedException {
        Range range = calls.next(tag, choices.lastSize());
        acknowledged.reserved(tag, range);
        boolean withToken = choices.random.nextBoolean();
        long last = choices.lastIssued(range, withToken);
        acknowledged.issued(tag, range.low(), last);
        if (last < range.high()) {
            giveBack(tag, range, last, withToken);
        }
    }

    private void giveBack(String tag, Range range, long last, boolean withToken)
            throws IOException, InterruptedException {
        try {
            acknowledged.returned(tag, range, last, calls.giveBack(tag, range, last, withToken));
        } catch (HttpTimeoutException e) {
            acknowledged.unanswered();
            // The first message may be accepted yet. So "accepted" is certain of one of the two, "ignored" of none.
            if (calls.giveBack(tag, range, last, withToken)) {
                acknowledged.returned(tag, range, last, true);
            }
        }
    }

    private void putWithMadeId(String template) throws IOException, InterruptedException {
        String stamp = choices.stamp();
        String id = calls.put(template, stamp);
        acknowledged.storedNew(id, stamp);
        own.push(id);
    }

    private void putWithIdentity(String identity) throws IOException, InterruptedException {
        String stamp = choices.stamp();
        String id = calls.put(identity + "|", stamp);
        acknowledged.identity(identity, Long.parseLong(id.substring(id.indexOf('/') + 1)));
        acknowledged.storedNew(id, stamp);
        own.push(id);
    }

    private void putSemantic() throws IOException, InterruptedException {
        String stamp = choices.stamp();
        String id = calls.put("notes/" + stamp, stamp);
        acknowledged.stored(id, stamp);
        own.push(id);
    }

    /** A store that takes the highest id it still holds for the highest it ever made would make this one again. */
    private void deleteNewest() throws IOException, InterruptedException {
        String id = own.poll();
        if (id != null) {
            acknowledged.deleting(id);
            calls.delete(id);
            acknowledged.deleted(id);
        }
    }
}
