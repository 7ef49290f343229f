package io.mintmark.cassandra;

import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A counter in Cassandra; {@link CassandraCounters} opens it.
 *
 * <p>Keeps promise G1 while a majority of the row's replicas can be reached, and refuses otherwise; what an answered
 * reservation survives says {@link #durability}. Nothing but lightweight transactions may write to its row. An answer
 * that is lost is looked for, so it costs a range only if somebody else moved the counter meanwhile. A call ends within
 * its deadline; an interrupt ends the wait and stays set; numbers that are reserved all the same are a gap. Safe for
 * any number of threads, all of which share one request at a time. It must not be called on the driver's own threads,
 * which would wait for themselves.
 *
 * <pre>{@code
 * CassandraCounter counter = CassandraCounters.over(session).keyspace("ids").counter("orders");
 * try (StrictHiLo orders = HiLo.over(counter).name("orders").strict()) {
 *     long number = orders.next();
 * }
 * }</pre>
 */
public final class CassandraCounter implements RangeSource {
    private final String name;
    private final CounterStream stream;
    private final Durability durability;
    private final Duration deadline;
    private final long ceiling;

    CassandraCounter(String name, CounterStream stream, Durability durability, Duration deadline, long ceiling) {
        this.name = name;
        this.stream = stream;
        this.durability = durability;
        this.deadline = deadline;
        this.ceiling = ceiling;
    }

    /** Returns what an answered reservation survives, as it was read back when the counter was opened. */
    public Durability durability() {
        return durability;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Gives exactly {@code size} numbers, at most 2^31-1, and fewer below the ceiling.
     *
     * @throws UnsafeCounterException if the counter's row is gone, was written by something else than a lightweight
     *     transaction, or stands below numbers that this process reserved
     */
    @Override
    public Range reserve(long size) {
        if (size < 1) {
            throw new IllegalArgumentException("a range must hold at least one number: size=" + size);
        }
        return await("reserve", stream.reserve(size, ceiling));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Takes back what this process reserved by the same {@link CassandraCounters}, with a token, and the last 1,024
     * ranges only.
     */
    @Override
    public boolean giveBack(Range range, long lastIssued) {
        return await("give back", stream.giveBack(range, lastIssued));
    }

    /**
     * {@inheritDoc}
     *
     * @throws io.mintmark.counter.ExhaustedException if {@code atLeast} is above the ceiling
     */
    @Override
    public long raise(long atLeast) {
        return await("raise", stream.raise(atLeast, ceiling));
    }

    /** Returns the name and the table. */
    @Override
    public String toString() {
        return name;
    }

    private <T> T await(String verb, CompletableFuture<T> answer) {
        try {
            return answer.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException told
                    ? told
                    : new RangeSourceException("The counter " + name + " could not " + verb + ".", e);
        } catch (TimeoutException e) {
            boolean ignored = answer.cancel(false);
            throw CounterTexts.late(name, verb, deadline.toMillis());
        } catch (InterruptedException e) {
            boolean ignored = answer.cancel(false);
            Thread.currentThread().interrupt();
            throw new RangeSourceException(
                    "The wait of the counter " + name + " to " + verb + " was interrupted; numbers that are reserved"
                            + " all the same are a gap.",
                    e);
        }
    }
}
