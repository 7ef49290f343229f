package io.mintmark.jdbc.internal.connection;

import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.connection.CallProgress.Phase;
import io.mintmark.range.RangeSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call: its work, which a thread of ours does, and its caller's wait for the result. */
final class Call<T> implements Runnable, Connections {
    private final Supplier<String> subject;
    private final CounterCalls.Job<T> job;
    private final ConnectionLender lender;
    private final CallProgress progress;
    private final Set<CallProgress> underWay;
    private final @Nullable ClassLoader callersLoader = Thread.currentThread().getContextClassLoader();
    private final CompletableFuture<T> result = new CompletableFuture<>();

    private volatile @Nullable SQLException lastFailure;
    private volatile @Nullable SQLException unconnected;

    Call(
            Supplier<String> subject,
            CounterCalls.Job<T> job,
            ConnectionLender lender,
            CallProgress progress,
            Set<CallProgress> underWay) {
        this.subject = subject;
        this.job = job;
        this.lender = lender;
        this.progress = progress;
        this.underWay = underWay;
    }

    @Override
    public void run() {
        Thread worker = Thread.currentThread();
        ClassLoader usual = worker.getContextClassLoader();
        // Drivers and pools look for classes and names by it; it is the caller's only as long as the call lasts.
        worker.setContextClassLoader(callersLoader);
        underWay.add(progress);
        try {
            progress.begin();
            T done = job.with(this);
            end(worker, usual);
            result.complete(done);
        } catch (Throwable e) { // an Error too: the caller must not wait for what will not come
            end(worker, usual);
            result.completeExceptionally(e);
        }
    }

    private void end(Thread worker, @Nullable ClassLoader usual) {
        progress.end();
        underWay.remove(progress);
        worker.setContextClassLoader(usual);
    }

    @Override
    public <R> R lend(Work<R> work) throws SQLException {
        try (OwnConnection lent = connect()) {
            try {
                return work(lent, work);
            } finally {
                progress.disconnecting();
            }
        } catch (SQLException e) {
            lastFailure = e;
            throw e;
        } finally {
            progress.disconnected();
        }
    }

    private OwnConnection connect() throws SQLException {
        progress.connecting();
        OwnConnection lent = taken();
        try {
            progress.connected(lent.connection());
            return lent;
        } catch (RuntimeException e) {
            lent.close();
            throw e;
        }
    }

    private OwnConnection taken() throws SQLException {
        try {
            return lender.take();
        } catch (SQLException e) {
            unconnected = e;
            throw e;
        }
    }

    private static <R> R work(OwnConnection lent, Work<R> work) throws SQLException {
        Connection connection = lent.connection();
        try {
            R done = work.on(connection);
            lent.requireCommitted();
            return done;
        } catch (SQLException e) {
            throw PrivateDatabases.explained(e, connection);
        } catch (UnsafeCounterException e) {
            throw PrivateDatabases.explained(e, connection);
        }
    }

    /** Waits for the result, within the call's limits. */
    T await() throws SQLException {
        try {
            for (long left = progress.nanosLeft(); left > 0; left = progress.nanosLeft()) {
                if (isDone(left)) {
                    return result.get();
                }
            }
            Phase phase = progress.giveUp();
            if (phase == Phase.ENDED) {
                return result.get();
            }
            throw CallFailures.late(subject.get(), phase, progress.limits(), lastFailure);
        } catch (InterruptedException e) {
            Phase ignored = progress.giveUpGently();
            Thread.currentThread().interrupt();
            throw CallFailures.interrupted(subject.get(), e);
        } catch (ExecutionException e) {
            return fail(e.getCause());
        }
    }

    private boolean isDone(long nanos) throws InterruptedException, ExecutionException {
        try {
            T ignored = result.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** Throws what the work threw, or that there was no connection for it. */
    private T fail(@Nullable Throwable thrown) throws SQLException {
        SQLException missing = unconnected;
        if (missing != null && thrown != null && (thrown == missing || thrown.getCause() == missing)) {
            throw CallFailures.unconnected(subject.get(), missing);
        }
        if (thrown instanceof SQLException failure) {
            throw CallFailures.shownWithCaller(failure);
        }
        if (thrown instanceof RuntimeException failure) {
            throw CallFailures.shownWithCaller(failure);
        }
        if (thrown instanceof Error failure) {
            throw CallFailures.shownWithCaller(failure);
        }
        throw new RangeSourceException(subject.get() + ": the database failed in an unknown way: " + thrown);
    }
}
