package io.mintmark.storage.postgresql.sql;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageEngine.Outage;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the engine at a steady interval, on a thread and a connection of its own, whether it is there: a question
 * without work, so that neither a long list nor a slow disk delays the answer. It opens the {@link EngineBreaker} when
 * there is none, and closes it once there is one and the heartbeat, which is a write, was answered, too.
 *
 * <p>An answer that is there when the wait for it is over counts, however late this process looks: a node that was
 * paused cuts itself off from nothing.
 */
public final class EngineProbe implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EngineProbe.class);

    /** Between an answer and the next question; also between two attempts to connect. */
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private static final TimeUnit INTERVAL_UNIT = TimeUnit.MILLISECONDS;

    /** How long the engine may be silent. With the interval, callers know within less than two seconds. */
    static final Duration SILENCE_MAX = Duration.ofSeconds(1);

    private static final int REFUSALS_MAX = 3;

    /** An operator may end them in rows; a pooler without its engine gives and ends them for ever. */
    private static final int ENDED_SESSIONS_MAX = 20;

    private static final String QUESTION = "SELECT current_setting('transaction_read_only')";

    private final KeptConnection connection;
    private final EngineBreaker breaker;
    private final BooleanSupplier write;
    private final Ticker ticker;
    private final Semaphore suspicions = new Semaphore(0);
    private final Thread thread = DaemonThreads.thread(EngineProbe.class, "mintmark-probe", this::run);

    private volatile boolean closed;

    private EngineProbe(PostgresConnections connections, BooleanSupplier write, Ticker ticker) {
        this.connection = new KeptConnection(connections, SILENCE_MAX);
        this.breaker = connections.breaker();
        this.write = write;
        this.ticker = ticker;
    }

    /**
     * Begins to ask.
     *
     * @param write writes to the engine, and returns whether that was answered
     */
    public static EngineProbe start(PostgresConnections connections, BooleanSupplier write, Ticker ticker) {
        EngineProbe probe = new EngineProbe(connections, write, ticker);
        probe.look();
        probe.breaker.whenSuspected(probe.suspicions::release);
        probe.thread.start();
        return probe;
    }

    private void run() {
        try {
            while (!closed) {
                rest();
                look();
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        } finally {
            connection.drop();
        }
    }

    /** A suspicion ends the rest, unless the answer is known already: nobody hurries an engine that begins. */
    private void rest() throws InterruptedException {
        if (breaker.isGone()) {
            INTERVAL_UNIT.sleep(INTERVAL.toMillis());
        } else {
            boolean ignored = suspicions.tryAcquire(INTERVAL.toMillis(), INTERVAL_UNIT);
        }
        int drained = suspicions.drainPermits();
    }

    private void look() {
        try {
            judge(askAgain());
        } catch (SQLException e) {
            connection.drop();
            if (!closed) {
                breaker.open(Failures.outage(e), Failures.told(e));
            }
        } catch (RuntimeException | Error e) {
            // The next look is as good as this one.
            connection.drop();
            LOG.error("The engine could not be asked whether it is there; it is asked again.", e);
        }
    }

    /** A session may end for a reason of its own; an engine that is not there gives no other. */
    private boolean askAgain() throws SQLException {
        int refusals = 0;
        for (int ended = 0; ; ) {
            try {
                return ask();
            } catch (SQLException e) {
                if (connection.isOpen() && Failures.isBroken(e)) {
                    ended++;
                } else {
                    refusals++;
                }
                connection.drop();
                if (refusals == REFUSALS_MAX || ended == ENDED_SESSIONS_MAX || Failures.isSilence(e)) {
                    throw e;
                }
            }
        }
    }

    /** Returns whether the engine can be read only. */
    private boolean ask() throws SQLException {
        Connection asked = connection.get();
        long begun = ticker.nanos();
        try (Statement statement = asked.createStatement();
                ResultSet row = statement.executeQuery(QUESTION)) {
            boolean readOnly = row.next() && "on".equals(row.getString(1));
            breaker.answered(ticker.nanos() - begun);
            return readOnly;
        }
    }

    private void judge(boolean readOnly) {
        if (readOnly) {
            // Another of the hosts that the URL names may be the primary by now.
            connection.drop();
            breaker.open(Outage.Kind.READ_ONLY, "its transactions are read-only");
        } else if (breaker.isGone() && write.getAsBoolean()) {
            breaker.close();
        }
    }

    /** Asks no more. */
    @Override
    public void close() {
        closed = true;
        breaker.whenSuspected(() -> {});
        thread.interrupt();
    }
}
