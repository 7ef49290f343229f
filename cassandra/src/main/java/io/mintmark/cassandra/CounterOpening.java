package io.mintmark.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.mintmark.range.RangeSourceException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Opens one counter: looks at what it needs, makes its row if there is none, and shows that it may be moved. */
final class CounterOpening {
    private static final int ATTEMPTS = 5;

    private final CqlSession session;
    private final CounterTable table;
    private final String counter;
    private final String key;
    private final Duration timeout;
    private final Supplier<UUID> names;

    /** What was opened. */
    record Opened(CqlRow row, RowState state, Durability durability) {}

    CounterOpening(
            CqlSession session,
            CounterTable table,
            String counter,
            String key,
            Duration timeout,
            Supplier<UUID> names) {
        this.session = session;
        this.table = table;
        this.counter = counter;
        this.key = key;
        this.timeout = timeout;
        this.names = names;
    }

    Opened open() {
        StoreInspection inspection = new StoreInspection(session, table, timeout);
        inspection.requireProtocol();
        try {
            KeyspaceSettings keyspace = inspection.keyspace();
            inspection.requireTable();
            CqlRow row = new CqlRow(session, table, counter, key, timeout);
            RowState state = rowIsThere(row);
            requireRights(row, state);
            return new Opened(row, state, keyspace.judge(inspection.commitLogSyncs()));
        } catch (QueryValidationException e) {
            throw StoreInspection.refused(table, e);
        } catch (DriverException e) {
            throw failed(e);
        }
    }

    /** Returns the row, made by whoever came first. */
    private RowState rowIsThere(CqlRow row) {
        RuntimeException last = new IllegalStateException("it is not there after it was made");
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                Optional<RowState> found = await(row.read());
                if (found.isPresent()) {
                    return found.get();
                }
                var unused = await(row.insert(new RowState(0, 0, names.get())));
            } catch (QueryValidationException e) {
                throw e;
            } catch (DriverException e) {
                last = e;
            }
        }
        throw failed(last);
    }

    /** Compares with a state that the row never has: nothing changes, and a login that may not change is refused. */
    private void requireRights(CqlRow row, RowState state) {
        RowState never = new RowState(state.max(), state.serial(), names.get());
        try {
            var unused = await(row.compareAndSet(never, never));
        } catch (QueryValidationException e) {
            throw e;
        } catch (DriverException e) {
            // Lost among others' requests, which says nothing about rights.
        }
    }

    private <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(timeout.toNanos() * 2, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw thrown(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(e);
        }
    }

    private RuntimeException thrown(Throwable cause) {
        if (cause instanceof RefusedByStoreException && cause.getCause() instanceof QueryValidationException refusal) {
            return refusal;
        }
        return cause instanceof RuntimeException unchecked ? unchecked : failed(cause);
    }

    private RangeSourceException failed(Throwable why) {
        return new RangeSourceException(
                "The counter " + counter + " could not be opened: "
                        + why.getClass().getSimpleName() + " (" + why.getMessage()
                        + "). Check that most replicas of its row are up.",
                why);
    }
}
