package io.mintmark.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The row of one counter in Cassandra: every read and every change of it goes through Paxos, at SERIAL, and is
 * committed at QUORUM.
 *
 * <p>Statements are not marked idempotent, so that the driver neither repeats one whose answer is lost nor sends copies
 * ahead of need; {@link Rounds} decides what is sent again.
 */
final class CqlRow implements CounterRow {
    /** The column of an answer that says whether a lightweight transaction changed something. */
    private static final CqlIdentifier APPLIED = CqlIdentifier.fromInternal("[applied]");

    private static final CqlIdentifier MAX = CqlIdentifier.fromInternal("max");

    private final CqlSession session;
    private final String counter;
    private final String key;
    private volatile Duration timeout;
    private final PreparedStatement read;
    private final PreparedStatement insert;
    private final PreparedStatement compareAndSet;

    /**
     * Prepares the statements.
     *
     * @param counter what messages call the counter
     * @param key the row's name
     * @param timeout how long the driver waits for an answer
     */
    CqlRow(CqlSession session, CounterTable table, String counter, String key, Duration timeout) {
        this.session = session;
        this.counter = counter;
        this.key = key;
        this.timeout = timeout;
        this.read = session.prepare(table.read());
        this.insert = session.prepare(table.insert());
        this.compareAndSet = session.prepare(table.compareAndSet());
    }

    /** Waits that long for each answer, if it waited for less before. */
    synchronized void waitAtLeast(Duration other) {
        if (other.compareTo(timeout) > 0) {
            timeout = other;
        }
    }

    @Override
    public CompletionStage<Optional<RowState>> read() {
        BoundStatement statement = read.bind(key).setConsistencyLevel(DefaultConsistencyLevel.SERIAL);
        return execute(statement).thenApply(answer -> {
            requireAnswer(answer, MAX);
            return Optional.ofNullable(answer.one()).map(this::readState);
        });
    }

    /** Makes the row in the state {@code first}, unless there is one; whose it is then shows a read. */
    CompletionStage<AsyncResultSet> insert(RowState first) {
        return execute(insert.bind(key, first.max(), first.serial(), first.request()));
    }

    @Override
    public CompletionStage<Comparison> compareAndSet(RowState expected, RowState next) {
        BoundStatement statement = compareAndSet.bind(
                next.max(), next.serial(), next.request(), key, expected.max(), expected.serial(), expected.request());
        return execute(statement).thenApply(answer -> {
            requireAnswer(answer, APPLIED);
            if (answer.wasApplied()) {
                return new Comparison.Matched();
            }
            Row found = Objects.requireNonNull(answer.one(), "a comparison that differs shows the row");
            boolean isThere = found.getColumnDefinitions().contains("max");
            return new Comparison.Differed(isThere ? Optional.of(state(found)) : Optional.empty());
        });
    }

    /** In place of a failure that a policy ignores the driver has an answer without columns, and calls it applied. */
    private void requireAnswer(AsyncResultSet answer, CqlIdentifier column) {
        if (!answer.getColumnDefinitions().contains(column)) {
            throw CounterTexts.ignored(counter);
        }
    }

    private CompletionStage<AsyncResultSet> execute(BoundStatement statement) {
        BoundStatement set = statement
                .setIdempotent(false)
                .setTimeout(timeout)
                .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL);
        boolean changes = statement.getPreparedStatement() != read;
        return session.executeAsync(changes ? set.setConsistencyLevel(DefaultConsistencyLevel.QUORUM) : set)
                .exceptionally(failure -> {
                    throw failed(failure);
                });
    }

    private static RuntimeException failed(Throwable thrown) {
        Throwable cause = thrown.getCause();
        Throwable failure = thrown instanceof CompletionException && cause != null ? cause : thrown;
        return failure instanceof QueryValidationException
                ? new RefusedByStoreException(String.valueOf(failure.getMessage()), failure)
                : new CompletionException(failure);
    }

    private RowState readState(Row row) {
        RowState state = state(row);
        if (!row.isNull("ttl")) {
            throw CounterTexts.writtenOtherwise(counter, "it ends in " + row.getInt("ttl") + " s, by a TTL");
        }
        long written = row.getLong("max_written");
        if (row.getLong("serial_written") != written || row.getLong("request_written") != written) {
            throw CounterTexts.writtenOtherwise(counter, "max, serial and request were written at different times");
        }
        return state;
    }

    private RowState state(Row row) {
        @Nullable UUID request = row.getUuid("request");
        if (row.isNull("max") || row.isNull("serial") || request == null) {
            throw CounterTexts.writtenOtherwise(
                    counter,
                    "max=" + row.getObject("max") + ", serial=" + row.getObject("serial") + ", request=" + request);
        }
        return new RowState(row.getLong("max"), row.getLong("serial"), request);
    }
}
