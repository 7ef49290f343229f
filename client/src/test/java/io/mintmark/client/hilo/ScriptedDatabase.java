package io.mintmark.client.hilo;

import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.Life;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.Reservation;
import io.mintmark.counter.ReturnRule;
import io.mintmark.range.Range;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A database of counters behind the border where HTTP begins, which can be copied, put back as it was, raised, and dropped
 * and created again. Each method is atomic.
 */
final class ScriptedDatabase {
    private DatabaseLife life = new DatabaseLife("a", 1);
    private long serial;
    private long floor;
    private Map<String, Counter> counters = new HashMap<>();
    private int created = 1;
    private final List<LeaseToken> returned = new ArrayList<>();
    private int reservations;

    /** The content of a backup. */
    record Copy(DatabaseLife life, long serial, long floor, Map<String, Counter> counters) {}

    /** A counter and its leases, the newest first. */
    record Counter(long max, List<OpenLease> open) {
        Counter reserved(OpenLease lease) {
            List<OpenLease> all = new ArrayList<>(List.of(lease));
            all.addAll(open);
            return new Counter(lease.high(), List.copyOf(all));
        }

        Counter returned(long newMax) {
            return new Counter(newMax, open.subList(1, open.size()));
        }
    }

    synchronized Copy copy() {
        return new Copy(life, serial, floor, Map.copyOf(counters));
    }

    synchronized void putBack(Copy copy) {
        life = copy.life;
        serial = copy.serial;
        floor = copy.floor;
        counters = new HashMap<>(copy.counters);
    }

    /**
     * Begins another life, whose counters stand {@code by} numbers higher, also those that the copy does not have: they may
     * have been new in what came after it.
     */
    synchronized void raise(long by) {
        life = new DatabaseLife(life.id(), life.incarnation() + 1);
        counters.replaceAll((tag, counter) -> new Counter(counter.max + by, List.of()));
        floor += by;
    }

    synchronized void dropAndCreate() {
        life = new DatabaseLife("b" + created++, 1);
        serial = 0;
        floor = 0;
        counters.clear();
    }

    synchronized DatabaseLife life() {
        return life;
    }

    /** Returns how many ranges were reserved, in whatever life. */
    synchronized int reservations() {
        return reservations;
    }

    /** Returns the tokens of all returns that came. */
    synchronized List<LeaseToken> returned() {
        return List.copyOf(returned);
    }

    synchronized NextRange next(String tag, long size, long lastMax) {
        Counter counter = counters.getOrDefault(tag, new Counter(floor, List.of()));
        Reservation next = Reservation.of(counter.max, lastMax, (int) size, Reservation.CEILING_JS_SAFE);
        reservations++;
        counters.put(tag, counter.reserved(new OpenLease(++serial, next.low(), next.high())));
        Range range = new Range(next.low(), next.high(), tag + "/", "A", serial);
        return new NextRange(range, range.size(), "", new RangeOrigin(ScriptedHiLo.NODE, life));
    }

    synchronized boolean giveBack(String tag, long last, long end, LeaseToken token) {
        returned.add(token);
        Counter counter = counters.getOrDefault(tag, new Counter(floor, List.of()));
        OpenLease latest = counter.open.isEmpty() ? null : counter.open.get(0);
        Life present = Life.first(life.toString());
        if (ReturnRule.judge(present, counter.max, latest, last, end, token)
                instanceof ReturnRule.Verdict.Accepted accepted) {
            counters.put(tag, counter.returned(accepted.newMax()));
            return true;
        }
        return false;
    }

    /** Returns how a client reaches a counter. */
    HiLoExchange counter(String tag) {
        return new HiLoExchange() {
            @Override
            public NextRange next(LastRange last, long lastMax) {
                return ScriptedDatabase.this.next(tag, last.batchSize(), lastMax);
            }

            @Override
            public ReturnReply giveBack(Range range, long last, RangeOrigin origin) {
                DatabaseLife from = origin.life();
                LeaseToken token = from == null ? null : new LeaseToken(from.toString(), range.token());
                boolean accepted = ScriptedDatabase.this.giveBack(tag, last, range.high(), token);
                return accepted ? ReturnReply.ACCEPTED : ReturnReply.IGNORED;
            }

            @Override
            public Optional<RangeOrigin> life() {
                return Optional.of(new RangeOrigin(ScriptedHiLo.NODE, ScriptedDatabase.this.life()));
            }

            @Override
            public OptionalLong max(URI node) {
                throw new UnsupportedOperationException("nobody asks a server that answers returns");
            }
        };
    }
}
