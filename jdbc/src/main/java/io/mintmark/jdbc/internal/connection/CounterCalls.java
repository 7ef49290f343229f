package io.mintmark.jdbc.internal.connection;

import io.mintmark.internal.Ticker;
import io.mintmark.range.RangeSourceException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Runs calls about counters on threads of ours, where no transaction of a caller reaches, within one deadline each.
 *
 * <p>A call that is late is given up: nothing waits for a connection in its name any longer, and its own connection is
 * aborted. A caller that is interrupted waits no longer. Thread-safe.
 */
public final class CounterCalls {
    /** Most calls at once that are not about one counter: looks, and first looks at counters. */
    private static final int TOGETHER_MAX = 8;

    private final ConnectionLender lender;
    private final CallLimits limits;
    private final WorkerThreads threads;

    /** The calls on which a thread works. */
    private final Set<CallProgress> underWay = ConcurrentHashMap.newKeySet();

    /** The work of a call. */
    @FunctionalInterface
    public interface Job<T> {
        T with(Connections connections) throws SQLException;
    }

    /** Creates calls to {@code source}, each of which takes {@code deadline} at most. */
    public CounterCalls(DataSource source, Duration deadline) {
        this(new ConnectionLender(source), CallLimits.of(deadline), TOGETHER_MAX);
    }

    private CounterCalls(ConnectionLender lender, CallLimits limits, int together) {
        this.lender = lender;
        this.limits = limits;
        this.threads = WorkerThreads.upTo(together);
    }

    /** Returns the calls of one counter: one at a time, in the order in which they come. */
    public CounterCalls oneAtATime() {
        return new CounterCalls(lender, limits.whileOthersWait(), 1);
    }

    /** Returns calls that may work as long as it takes; the deadline is for their connections. */
    public CounterCalls asLongAsItTakes() {
        return new CounterCalls(lender, limits.forConnectionsOnly(), TOGETHER_MAX);
    }

    /**
     * Runs a job and returns what it returns.
     *
     * @param subject who wants what, which is how each message begins: {@code "The counter orders could not reserve"}
     * @throws io.mintmark.range.RangeSourceException if no connection came, the deadline passed or the thread was
     *     interrupted
     */
    public <T> T run(Supplier<String> subject, Job<T> job) throws SQLException {
        endLateCalls();
        Call<T> call = new Call<>(subject, job, lender, new CallProgress(limits, Ticker.SYSTEM), underWay);
        threads.execute(call);
        try {
            return call.await();
        } catch (RangeSourceException e) {
            if (threads.remove(call)) { // it did not begin: a call before it holds it up
                endLateCalls();
            }
            throw e;
        }
    }

    /** Ends calls whose callers were interrupted, and which should be over. */
    private void endLateCalls() {
        underWay.forEach(CallProgress::giveUpIfLate);
    }
}
