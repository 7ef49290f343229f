package io.mintmark.client;

import io.mintmark.client.HiLoExchange.ReturnReply;
import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.OlderCopyDetector;
import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.UnknownOutcomeException;
import io.mintmark.counter.Reservation;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A counter on a Mintmark or RavenDB server, as any of RavenDB's clients uses it too.
 *
 * <p>Safe for any number of threads. Bears promises G1, G3 and G6 towards its callers: a reservation whose reply was lost
 * burns its numbers, and is made anew; a reply that came before is refused; number, prefix and node tag are one value. An older copy of the database is noticed.
 *
 * <pre>{@code
 * try (RemoteRanges ranges = RemoteRanges.builder("http://127.0.0.1:8080").database("shop").tag("orders").open();
 *         StrictHiLo orders = HiLo.over(ranges).name("orders").strict()) {
 *     long number = orders.next();
 * }
 * }</pre>
 *
 * <p><b>Returns.</b> A Mintmark server gives each range a token, which names the database's life and the lease; then every
 * range can go back, wholly unused ones too, and a return whose reply was lost is sent once more, because no token is
 * accepted twice. RavenDB's servers know no tokens, and accept the same return again and again. To them only the latest range
 * goes back, if a number of it was issued, and at most once, never again after an unknown outcome; whatever else was not used
 * is a gap. Of the ranges of one counter the origins of the latest 1,024 are remembered; older ones stay a gap.
 *
 * <p><b>Restores.</b> A life says how often the database was raised after a restore (its incarnation), and leases count up in
 * it. If a reply shows a lower incarnation than this client has seen of the database, or a lease that is not above those that
 * it had seen when it asked, an older copy was put back: nothing is issued from the reply, and reservations fail with an
 * {@link io.mintmark.client.exceptions.OlderCopyException} as the cause. Until {@code mintmark raise} was run on the copy,
 * each further one asks for the life only, so that the copy's leases do not pass what other clients have seen. Numbers that
 * were reserved before are issued to the end. A database that was dropped and created again has another life, and is no older
 * copy. All counters of a {@link DocumentStore} share what they have seen. What a client never saw it cannot miss: one that
 * starts after the restore, or that asks when the copy's leases are above all it saw, gets numbers.
 *
 * <p><b>Sizes.</b> The server grants 32 to 1,048,576 numbers at once, near {@code size} unless {@link
 * RemoteRangesBuilder#sizedByServer()} leaves the choice to it.
 */
public final class RemoteRanges implements RangeSource, AutoCloseable {
    /** A step of {@link #raise}, a little less than servers accept, in case the counter is lowered meanwhile. */
    private static final long RAISE_STEP = Reservation.LEAP_MAX - (1L << 21);

    private static final int RAISE_STEPS_MAX = 64;

    private final HiLoExchange exchange;
    private final RangeSizing sizing;
    private final String tag;
    private final OlderCopyDetector olderCopies;
    private final Runnable closing;
    private final HeldRanges held = new HeldRanges();

    /**
     * Counts by way of {@code exchange}.
     *
     * @param olderCopies what the clients of this database in this program have seen of it
     * @param closing what {@link #close} does
     */
    RemoteRanges(HiLoExchange exchange, RangeSizing sizing, String tag, OlderCopyDetector olderCopies, Runnable closing) {
        this.exchange = exchange;
        this.sizing = sizing;
        this.tag = tag;
        this.olderCopies = olderCopies;
        this.closing = closing;
    }

    /**
     * Starts to describe a counter on a server.
     *
     * @param urls where the server's nodes are, such as {@code http://127.0.0.1:8080}; one at least, the preferred first
     */
    public static RemoteRangesBuilder builder(String... urls) {
        return new RemoteRangesBuilder(urls);
    }

    /** Returns a counter over a cluster that others use too; closing it leaves the cluster open. */
    static RemoteRanges over(Cluster cluster, String tag, Optional<IdentityPartsSeparator> separator, RangeSizing sizing) {
        return new RemoteRanges(new HttpHiLoExchange(cluster, tag, separator), sizing, tag, cluster.olderCopies(), () -> {});
    }

    /**
     * {@inheritDoc}
     *
     * <p>The server grants 32 numbers at least. An attempt whose reply is lost is repeated; what it reserved is burnt.
     */
    @Override
    public Range reserve(long size) {
        if (size < 1) {
            throw new IllegalArgumentException("a range must hold at least one number: size=" + size);
        }
        return asked("No range was reserved", () -> {
            NextRange next = next(sizing.tell(size), held.lastMax());
            sizing.granted(next);
            return next.range();
        });
    }

    private NextRange next(LastRange last, long lastMax) {
        if (olderCopies.isRefusing()) {
            requireAnotherLife();
        }
        OlderCopyDetector.Seen before = olderCopies.seen();
        NextRange next = exchange.next(last, lastMax);
        HeldRanges.requireAbove(lastMax, next);
        olderCopies.accept(
                before, next.origin().node(), next.origin().life(), next.range().token());
        held.add(next, lastMax);
        return next;
    }

    /** Asks for no range while the copy is there: its leases would pass what other clients saw, who then miss it. */
    private void requireAnotherLife() {
        RangeOrigin told = exchange.life().orElse(null);
        if (told != null && told.life() != null) {
            olderCopies.require(told.node(), told.life());
        }
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        RangeOrigin origin = held.originOf(range);
        if (origin == null || lastIssued < range.low() - 1 || lastIssued > range.high()) {
            return false;
        }
        boolean accepted = asked(
                "The range " + range.low() + " to " + range.high() + " may not have gone back",
                () -> origin.life() == null
                        ? giveBackOnce(range, lastIssued, origin)
                        : olderCopies.isCurrent(origin.life()) && giveBackByToken(range, lastIssued, origin));
        if (accepted) {
            held.givenBack(range, lastIssued);
        }
        return accepted;
    }

    /** After an unknown outcome a second message does no harm: the token is accepted once. */
    private boolean giveBackByToken(Range range, long lastIssued, RangeOrigin origin) {
        try {
            return exchange.giveBack(range, lastIssued, origin) == ReturnReply.ACCEPTED;
        } catch (UnknownOutcomeException first) {
            if (exchange.giveBack(range, lastIssued, origin) == ReturnReply.ACCEPTED) {
                return true;
            }
            throw first; // the second was ignored, perhaps because the first was accepted
        }
    }

    /** A server without tokens accepts copies, so it gets one message, of a range that nobody can hold anew. */
    private boolean giveBackOnce(Range range, long lastIssued, RangeOrigin origin) {
        if (lastIssued < range.low() || !held.takeLatest(range)) {
            return false;
        }
        return switch (exchange.giveBack(range, lastIssued, origin)) {
            case ACCEPTED -> true;
            case IGNORED -> false;
            case UNTOLD -> standsAt(lastIssued, origin.node());
        };
    }

    /** Looks whether an untold return was accepted; when others reserved meanwhile it is taken for a gap. */
    private boolean standsAt(long lastIssued, URI node) {
        try {
            OptionalLong max = exchange.max(node);
            return max.isPresent() && max.getAsLong() == lastIssued;
        } catch (MintmarkClientException unreadable) {
            return false;
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>No server has a request for this, so a range is reserved above {@code atLeast} and given back unused. A server
     * without tokens keeps it: 32 numbers are a gap. Servers follow a client up by 2^32 at most; for more there are several
     * such steps, and beyond 2^38 the exception says what to write instead.
     */
    @Override
    public long raise(long atLeast) {
        return asked("The counter " + tag + " was not raised to " + atLeast, () -> {
            long stands = raiseBy(held.lastMax());
            for (int step = 0; stands < atLeast && step < RAISE_STEPS_MAX; step++) {
                stands = raiseBy(atLeast - stands > RAISE_STEP ? stands + RAISE_STEP : atLeast);
            }
            if (stands < atLeast) {
                throw new RangeSourceException(
                        "The counter " + tag + " stands at " + stands + " and may not be raised to " + atLeast
                                + " in small steps: write Max of the document Raven/Hilo/" + tag + " instead.");
            }
            return stands;
        });
    }

    /** Moves the counter up to {@code lastMax} and returns a number that it stands at or above. */
    private long raiseBy(long lastMax) {
        Range range = next(new LastRange(1, ""), lastMax).range();
        try {
            return giveBack(range, range.low() - 1) ? range.low() - 1 : range.high();
        } catch (RangeSourceException unknown) {
            return range.low() - 1;
        }
    }

    private static <T> T asked(String otherwise, Supplier<T> question) {
        try {
            return question.get();
        } catch (MintmarkClientException e) {
            throw new RangeSourceException(otherwise + ": " + e.getMessage(), e);
        }
    }

    /** Closes the connections, if they are its own; what it reserved stays reserved. Close generators first. */
    @Override
    public void close() {
        closing.run();
    }

    /** Names the counter. */
    @Override
    public String toString() {
        return "RemoteRanges(" + tag + ")";
    }
}
