package io.mintmark.client;

import io.mintmark.client.hilo.RemoteCounter;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;

/**
 * A counter on a Mintmark or RavenDB server, as RavenDB's clients use it too.
 *
 * <p>Safe for any number of threads. It keeps promises G1, G3 and G6: a reservation whose reply was lost leaves a gap
 * and is made anew, a reply that came before is refused, and number, prefix and node tag are one value. An older copy
 * of the database is noticed.
 *
 * <pre>{@code
 * try (RemoteRanges ranges = RemoteRanges.builder("http://127.0.0.1:8080").database("shop").tag("orders").open();
 *         StrictHiLo orders = HiLo.over(ranges).name("orders").strict()) {
 *     long number = orders.next();
 * }
 * }</pre>
 *
 * <p><b>Returns.</b> A Mintmark server gives each range a token, which names the database's life and the lease. Then
 * every range can go back, also a wholly unused one, and a return whose reply was lost is sent once more, because a
 * token is accepted once. RavenDB's servers have no tokens and accept the same return again and again. Only the latest
 * range goes back to them, if a number of it was issued, and at most once; all other unused numbers are a gap. The
 * client remembers where the latest 1,024 ranges came from; older ones stay a gap.
 *
 * <p><b>Restores.</b> A life says how often the database was raised after a restore (its incarnation), and leases count
 * up in it. An older copy was put back if a reply shows a lower incarnation than this client has seen, or a lease that
 * is not above those that it had seen when it asked. Then nothing is issued from the reply, and reservations fail with
 * an {@link io.mintmark.client.exceptions.OlderCopyException} as the cause. Until {@code mintmark raise} was run on the
 * copy, further reservations only ask for the life, so that the copy's leases do not pass what other clients have seen.
 * Numbers that were reserved before are issued to the end. A database that was dropped and created again has another
 * life and is not an older copy. All counters of a {@link DocumentStore} share what they have seen. A client cannot
 * miss what it never saw: one that starts after the restore, or asks when the copy's leases are above all that it saw,
 * gets numbers.
 *
 * <p><b>Sizes.</b> The server grants 32 to 1,048,576 numbers at once, near {@code size} unless {@link
 * RemoteRangesBuilder#sizedByServer()} leaves the choice to it.
 */
public final class RemoteRanges implements RangeSource, AutoCloseable {
    private final String tag;
    private final RemoteCounter counter;
    private final Runnable closing;

    RemoteRanges(String tag, RemoteCounter counter, Runnable closing) {
        this.tag = tag;
        this.counter = counter;
        this.closing = closing;
    }

    /**
     * Starts to describe a counter on a server.
     *
     * @param urls the addresses of the server's nodes, such as {@code http://127.0.0.1:8080}; at least one, the
     *     preferred first
     */
    public static RemoteRangesBuilder builder(String... urls) {
        return new RemoteRangesBuilder(urls);
    }

    /**
     * {@inheritDoc}
     *
     * <p>The server grants at least 32 numbers. An attempt whose reply is lost is repeated; what it reserved is a gap.
     */
    @Override
    public Range reserve(long size) {
        return counter.reserve(size);
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        return counter.giveBack(range, lastIssued);
    }

    /**
     * {@inheritDoc}
     *
     * <p>No server has a request for this, so a range is reserved above {@code atLeast} and given back unused. A server
     * without tokens keeps it: then 32 numbers are a gap. Servers follow a client up by at most 2^32; a longer way
     * takes several such steps, and beyond 2^38 the exception says what to write instead.
     */
    @Override
    public long raise(long atLeast) {
        return counter.raise(atLeast);
    }

    /** Closes the connections; what it reserved stays reserved. Close generators first. */
    @Override
    public void close() {
        closing.run();
    }

    /** Returns the counter's name in words. */
    @Override
    public String toString() {
        return "RemoteRanges(" + tag + ")";
    }
}
