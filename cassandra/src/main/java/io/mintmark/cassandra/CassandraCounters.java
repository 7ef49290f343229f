package io.mintmark.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.mintmark.RandomBytes;
import io.mintmark.counter.Reservation;
import io.mintmark.document.KeyForm;
import io.mintmark.internal.Given;
import io.mintmark.internal.Sleeper;
import io.mintmark.range.RangeSourceException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Counters in one Cassandra cluster: the door to this module.
 *
 * <p>Immutable, safe for any number of threads; asks nothing until a counter is opened. The session is yours, must
 * speak version 4 of the protocol, and is never closed here. All counters that one {@link #over} leads to share one
 * stream of requests for each name, so call it once for a session.
 *
 * <pre>{@code
 * CassandraCounters counters = CassandraCounters.over(session).keyspace("ids");
 * counters.createTable();                                    // once, by one program; or by your own migration
 * CassandraCounter orders = counters.counter("orders");
 * }</pre>
 */
public final class CassandraCounters {
    /** The table of counters, unless another one is named. */
    public static final String TABLE = "mintmark_counter";

    private static final int NAME_LENGTH_MAX = 255;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final Supplier<UUID> NAMES = RandomBytes.secure()::uuid;

    /** Attempts that a deadline has room for. */
    private static final int ATTEMPTS = 4;

    private final CqlSession session;
    private final Optional<CqlIdentifier> keyspace;
    private final CqlIdentifier table;
    private final Duration deadline;
    private final long ceiling;
    private final Map<String, Shared> streams;

    /** The stream of one name, and the row that it moves. */
    private record Shared(CounterStream stream, CqlRow row) {}

    private CassandraCounters(
            CqlSession session,
            Optional<CqlIdentifier> keyspace,
            CqlIdentifier table,
            Duration deadline,
            long ceiling,
            Map<String, Shared> streams) {
        this.session = session;
        this.keyspace = keyspace;
        this.table = table;
        this.deadline = deadline;
        this.ceiling = ceiling;
        this.streams = streams;
    }

    /** Returns the counters in the session's keyspace, if it has one. */
    public static CassandraCounters over(CqlSession session) {
        Given.required("session", session, "pass the session of the cluster that keeps the counters");
        return new CassandraCounters(
                session,
                session.getKeyspace(),
                CqlIdentifier.fromInternal(TABLE),
                DEADLINE,
                Reservation.CEILING_JS_SAFE,
                new ConcurrentHashMap<>());
    }

    /** Keeps counters in this keyspace, spelt as the store has it. */
    public CassandraCounters keyspace(String name) {
        CqlIdentifier other = CqlIdentifier.fromInternal(Given.name("keyspace", name));
        return new CassandraCounters(session, Optional.of(other), table, deadline, ceiling, streams);
    }

    /** Keeps counters in another table, spelt as the store has it. */
    public CassandraCounters table(String name) {
        CqlIdentifier other = CqlIdentifier.fromInternal(Given.name("table", name));
        return new CassandraCounters(session, keyspace, other, deadline, ceiling, streams);
    }

    /**
     * Sets how long a call may take in all; default 30 s. The driver waits a quarter of it for each answer: of
     * the longest deadline, where counters of one name have several.
     *
     * @throws IllegalArgumentException if {@code most} is not positive
     */
    public CassandraCounters deadline(Duration most) {
        Duration given = Given.countable("deadline", most);
        return new CassandraCounters(session, keyspace, table, given, ceiling, streams);
    }

    /** Sets the highest number to reserve, 1 or more; default 2^53-1. */
    public CassandraCounters ceiling(long highest) {
        if (highest < 1) {
            throw new IllegalArgumentException("a ceiling must be at least 1: ceiling=" + highest);
        }
        return new CassandraCounters(session, keyspace, table, deadline, highest, streams);
    }

    /** Returns the statement that makes the table, for your own migrations. */
    public String tableDefinition() {
        return counterTable().definition();
    }

    /**
     * Makes the table unless it is there, and returns once every node knows it. Call it from one program at a time, as
     * any schema is changed: two nodes that make a table at once make two, and lose what was written into one of them.
     *
     * @throws UnsafeCounterException if a node does not answer, or this login may not create the table
     * @throws RangeSourceException if the nodes do not agree about it in time
     */
    public void createTable() {
        CounterTable at = counterTable();
        try {
            new TableIds(session, at, deadline.dividedBy(ATTEMPTS)).make(Sleeper.SYSTEM);
        } catch (QueryValidationException e) {
            throw StoreInspection.refused(at, e);
        } catch (DriverException e) {
            throw new RangeSourceException("The table " + at.cql() + " could not be made: " + e.getMessage(), e);
        }
    }

    /**
     * Opens the counter {@code name}: looks at keyspace, table and rights, and makes the counter at 0 if there is none.
     *
     * @param name 1 to 255 characters, compared without case: names of one {@linkplain KeyForm key form} are one
     *     counter
     * @throws UnsafeCounterException if keyspace, table or row are not what they must be, or this login may not use
     *     them
     * @throws RangeSourceException if the cluster cannot be reached
     * @throws io.mintmark.document.InvalidDocumentIdException if half of a surrogate pair stands alone in the name
     */
    public CassandraCounter counter(String name) {
        String key = KeyForm.of(Given.required("name", name, "pass the counter's name"));
        if (name.isEmpty() || name.length() > NAME_LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "a counter's name must have 1 to " + NAME_LENGTH_MAX + " characters: it has " + name.length());
        }
        CounterTable at = counterTable();
        String called = name + " (" + at.cql() + ")";
        CounterOpening.Opened opened =
                new CounterOpening(session, at, called, key, deadline.dividedBy(ATTEMPTS), NAMES).open();
        Shared shared =
                streams.computeIfAbsent(at.cql() + " " + key, any -> new Shared(stream(called, opened), opened.row()));
        shared.row().waitAtLeast(deadline.dividedBy(ATTEMPTS));
        return new CassandraCounter(called, shared.stream(), opened.durability(), deadline, ceiling);
    }

    private CounterTable counterTable() {
        CqlIdentifier named = keyspace.orElseThrow(() -> new IllegalArgumentException(
                "counters need a keyspace: the session has none and none was named; call keyspace(...)"));
        return new CounterTable(named, table);
    }

    private static CounterStream stream(String called, CounterOpening.Opened opened) {
        return new CounterStream(new Rounds(
                called,
                opened.row(),
                opened.state(),
                NAMES,
                millis -> CompletableFuture.runAsync(
                        () -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, Runnable::run))));
    }
}
