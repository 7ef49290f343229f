package io.mintmark.cli;

import io.mintmark.cli.Calls.Range;
import io.mintmark.cli.Crowd.Stage;
import io.mintmark.counter.RangeSize;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** One client that works until its server is gone or it is told to finish, and records each answer that has arrived. */
final class CrashClient implements Runnable {
    private static final int MAGNITUDES = 15;
    private static final long REST_MILLIS = 10;
    private static final String[] COUNTERS = {"orders", "users", "invoices"};
    private static final String[] COLLECTIONS = {"users", "tickets"};

    private final Calls calls;
    private final Acknowledged acknowledged;
    private final SplittableRandom random;
    private final String name;
    private final Supplier<Stage> stage;
    private final Deque<String> own = new ArrayDeque<>();
    private int stamps;

    CrashClient(Calls calls, Acknowledged acknowledged, SplittableRandom random, String name, Supplier<Stage> stage) {
        this.calls = calls;
        this.acknowledged = acknowledged;
        this.random = random;
        this.name = name;
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
            Thread.sleep(REST_MILLIS);
            return true;
        }
    }

    private void step() throws IOException, InterruptedException {
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> useRange(pick(COUNTERS));
            case 3 -> {
                String identity = pick(COLLECTIONS);
                acknowledged.identity(identity, calls.nextIdentity(identity));
            }
            case 4 -> putWithMadeId(pick(COLLECTIONS) + "/");
            case 5 -> putWithIdentity(pick(COLLECTIONS));
            case 6 -> putSemantic();
            default -> deleteNewest();
        }
    }

    private void useRange(String tag) throws IOException, InterruptedException {
        Range range = calls.next(tag, lastSize());
        acknowledged.reserved(tag, range);
        boolean withToken = random.nextBoolean();
        long last = switch (random.nextInt(4)) {
            case 0 -> range.high();
            case 1 -> withToken ? range.low() - 1 : range.low();
            default -> random.nextLong(range.low(), range.high() + 1);
        };
        acknowledged.issued(tag, range.low(), last);
        if (last < range.high()) {
            giveBack(tag, range, last, withToken);
        }
    }

    /** Sizes of all magnitudes, equally often, and not only round ones; small ones more often than any other. */
    private long lastSize() {
        long magnitude = RangeSize.MIN * (1L << random.nextInt(MAGNITUDES));
        return random.nextInt(4) == 0 ? RangeSize.MIN : random.nextLong(magnitude, 2 * magnitude);
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
        String stamp = stamp();
        String id = calls.put(template, stamp);
        acknowledged.storedNew(id, stamp);
        own.push(id);
    }

    private void putWithIdentity(String identity) throws IOException, InterruptedException {
        String stamp = stamp();
        String id = calls.put(identity + "|", stamp);
        acknowledged.identity(identity, Long.parseLong(id.substring(id.indexOf('/') + 1)));
        acknowledged.storedNew(id, stamp);
        own.push(id);
    }

    private void putSemantic() throws IOException, InterruptedException {
        String stamp = stamp();
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

    private String pick(String[] names) {
        return names[random.nextInt(names.length)];
    }

    private String stamp() {
        return name + "-" + stamps++;
    }
}
