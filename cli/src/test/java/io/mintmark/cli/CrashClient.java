package io.mintmark.cli;

import io.mintmark.cli.Calls.Range;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/** One client that works until its server is gone, and records each answer when it has arrived. */
final class CrashClient implements Runnable {
    private static final String[] COUNTERS = {"orders", "users", "invoices"};
    private static final String[] COLLECTIONS = {"users", "tickets"};

    private final Calls calls;
    private final Acknowledged acknowledged;
    private final SplittableRandom random;
    private final String name;
    private final Deque<String> own = new ArrayDeque<>();
    private int stamps;

    CrashClient(Calls calls, Acknowledged acknowledged, SplittableRandom random, String name) {
        this.calls = calls;
        this.acknowledged = acknowledged;
        this.random = random;
        this.name = name;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The server was killed under the call: what became of it is unknown.
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
        Range range = calls.next(tag);
        acknowledged.reserved(tag, range);
        boolean withToken = random.nextBoolean();
        long last = switch (random.nextInt(4)) {
            case 0 -> range.high();
            case 1 -> withToken ? range.low() - 1 : range.low();
            default -> random.nextLong(range.low(), range.high() + 1);
        };
        acknowledged.issued(tag, range.low(), last);
        if (last < range.high()) {
            acknowledged.returned(tag, range, last, calls.giveBack(tag, range, last, withToken));
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
