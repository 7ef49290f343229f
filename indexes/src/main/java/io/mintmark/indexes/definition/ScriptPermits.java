package io.mintmark.indexes.definition;

import io.mintmark.internal.Ticker;
import io.mintmark.support.FairPermits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is at which process for scripts: database by database, by the time that each has had. Thread-safe.
 *
 * <p><b>Why there are two processes.</b> Nothing stops a script but the end of its process, so whoever comes next waits
 * for what is left of a turn, however fair the queue is: a database whose scripts are endless would cost all others
 * some seconds for each batch that they map or reduce. A database one of whose scripts was slow therefore goes to the
 * second process for a minute, where it waits for those like it. It costs the others one turn.
 */
public final class ScriptPermits {
    /** How long a database is kept apart after a slow turn. */
    static final long APART_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** How many databases are remembered as slow; the first of them is forgotten for one more. */
    private static final int REMEMBERED = 4_096;

    private static final int USUAL = 0;
    private static final int SLOW = 1;

    private final Ticker ticker;
    private final long apartNanos;
    private final FairPermits<String> usual;
    private final FairPermits<String> slow;
    /** When the slow turns of databases ended. Guarded by itself. */
    private final Map<String, Long> slowSince = new LinkedHashMap<>();

    /** Measures turns by {@code ticker}. */
    public ScriptPermits(Ticker ticker) {
        this(ticker, APART_NANOS);
    }

    ScriptPermits(Ticker ticker, long apartNanos) {
        this.ticker = ticker;
        this.apartNanos = apartNanos;
        this.usual = new FairPermits<>(1, 1, ticker::nanos);
        this.slow = new FairPermits<>(1, 1, ticker::nanos);
    }

    /**
     * Returns a permit for a script of {@code database}, after waiting for it, or null if that was given up.
     *
     * @param givesUp says whether nobody wants it any more; asked now and then
     */
    @Nullable Permit acquire(String database, BooleanSupplier givesUp) {
        while (!isSlow(database)) {
            FairPermits<String>.Held held = usual.acquire(database, () -> isSlow(database) || givesUp.getAsBoolean());
            if (held != null) {
                return new Permit(database, USUAL, held);
            }
            // Perhaps because another script of the same database was slow meanwhile.
            if (givesUp.getAsBoolean()) {
                return null;
            }
        }
        FairPermits<String>.Held held = slow.acquire(database, givesUp);
        return held == null ? null : new Permit(database, SLOW, held);
    }

    private boolean isSlow(String database) {
        synchronized (slowSince) {
            Long since = slowSince.get(database);
            boolean isSlow = since != null && ticker.nanos() - since < apartNanos;
            if (since != null && !isSlow) {
                slowSince.remove(database);
            }
            return isSlow;
        }
    }

    private void wasSlow(String database) {
        synchronized (slowSince) {
            slowSince.remove(database);
            if (slowSince.size() >= REMEMBERED) {
                slowSince.remove(slowSince.keySet().iterator().next());
            }
            slowSince.put(database, ticker.nanos());
        }
        usual.lookAgain();
    }

    /** Ends the waits of those who give up by now. */
    public void lookAgain() {
        usual.lookAgain();
        slow.lookAgain();
    }

    /** Returns how many wait, for either process. */
    int waiting() {
        return usual.waiting() + slow.waiting();
    }

    /** The right to use a process, until it is closed; used by one thread. */
    public final class Permit implements AutoCloseable {
        private final String database;
        private final int process;
        private final FairPermits<String>.Held held;

        private Permit(String database, int process, FairPermits<String>.Held held) {
            this.database = database;
            this.process = process;
            this.held = held;
        }

        /** Returns the number of the process. */
        public int process() {
            return process;
        }

        /** Learns that the script is slow, which its database is from then on. */
        public void slow() {
            wasSlow(database);
        }

        @Override
        public void close() {
            held.close();
        }
    }
}
