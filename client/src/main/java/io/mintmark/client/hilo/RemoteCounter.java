package io.mintmark.client.hilo;

import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.client.cluster.OlderCopyDetector;
import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.UnknownOutcomeException;
import io.mintmark.client.hilo.HiLoExchange.ReturnReply;
import io.mintmark.counter.NumberSlice;
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
 * The rules by which a client reserves, returns and raises on a server's counter, whatever carries the messages.
 *
 * <p>{@code RemoteRanges} says what it promises. Safe for any number of threads.
 */
public final class RemoteCounter implements RangeSource {
    /** A step of {@link #raise}: a little less than servers accept, in case a return lowers the counter meanwhile. */
    private static final long RAISE_STEP = Reservation.LEAP_MAX - (1L << 21);

    private static final int RAISE_STEPS_MAX = 64;

    private final HiLoExchange exchange;
    private final RangeRequestSize sizing;
    private final String tag;
    private final OlderCopyDetector olderCopies;
    private final HeldRanges held = new HeldRanges();

    /**
     * Creates a counter whose messages {@code exchange} carries.
     *
     * @param olderCopies the detector that all counters of the database share
     */
    RemoteCounter(HiLoExchange exchange, RangeRequestSize sizing, String tag, OlderCopyDetector olderCopies) {
        this.exchange = exchange;
        this.sizing = sizing;
        this.tag = tag;
        this.olderCopies = olderCopies;
    }

    /** Returns a counter whose ranges are as large as the generator asks for, by its measured rate. */
    public static RemoteCounter sizedByGenerator(
            Cluster cluster, String tag, Optional<IdentityPartsSeparator> separator) {
        return over(cluster, tag, separator, RangeRequestSize.byGenerator());
    }

    /** Returns a counter whose ranges the server sizes, as it does for RavenDB's clients. */
    public static RemoteCounter sizedByServer(Cluster cluster, String tag, Optional<IdentityPartsSeparator> separator) {
        return over(cluster, tag, separator, RangeRequestSize.byServer());
    }

    private static RemoteCounter over(
            Cluster cluster, String tag, Optional<IdentityPartsSeparator> separator, RangeRequestSize sizing) {
        HiLoExchange exchange = new HttpHiLoExchange(cluster, tag, separator);
        return new RemoteCounter(exchange, sizing, tag, cluster.olderCopies());
    }

    @Override
    public Range reserve(long size) {
        if (size < 1) {
            throw new IllegalArgumentException("a range must hold at least one number: size=" + size);
        }
        return asked("No range was reserved", () -> {
            NextRange next = next(sizing.tell(size), held.reached());
            sizing.granted(next);
            return next.range();
        });
    }

    private NextRange next(LastRange last, HeldRanges.Reached reached) {
        if (olderCopies.isRefusing()) {
            requireAnotherLife();
        }
        OlderCopyDetector.Seen before = olderCopies.seen();
        NextRange next = exchange.next(last, reached.lastMax());
        HeldRanges.requireAbove(reached, next);
        RangeOrigin origin = next.origin();
        olderCopies.accept(
                before,
                origin.node(),
                origin.life(),
                next.lineOfSerials(),
                next.range().token());
        held.add(next, reached);
        return next;
    }

    /** Asks only for the life while a copy answers: more leases of it would pass what other clients saw and hide it. */
    private void requireAnotherLife() {
        RangeOrigin told = exchange.life().orElse(null);
        if (told != null && told.life() != null) {
            olderCopies.require(told.node(), told.life());
        }
    }

    /**
     * Returns the life of the database that a range is of, if it is one of the last ones and the server names lives.
     */
    Optional<DatabaseLife> lifeOf(Range range) {
        return Optional.ofNullable(held.originOf(range)).map(RangeOrigin::life);
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        RangeOrigin origin = NumberSlice.has(range.low()) ? null : held.originOf(range);
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

    /** A second message after an unknown outcome is harmless: a token is accepted once. */
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

    /** A server without tokens accepts copies, so it gets one message only, about the latest range. */
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

    /**
     * Returns whether the counter shows that a return was accepted; if others reserved meanwhile, it counts as a gap.
     */
    private boolean standsAt(long lastIssued, URI node) {
        try {
            OptionalLong max = exchange.max(node);
            return max.isPresent() && max.getAsLong() == lastIssued;
        } catch (MintmarkClientException unreadable) {
            return false;
        }
    }

    @Override
    public long raise(long atLeast) {
        return asked("The counter " + tag + " was not raised to " + atLeast, () -> {
            long stands = raiseBy(held.reached().lastMax());
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
        HeldRanges.Reached reached = held.reached();
        Range range = next(new LastRange(1, ""), reached.asking(lastMax)).range();
        if (NumberSlice.has(range.low())) {
            throw new RangeSourceException("The counter " + tag + " was not raised to " + lastMax
                    + ", because the server is cut off from its store: it answered with " + range.low()
                    + ", a number of its slice. Try again when it is not.");
        }
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

    /** Names the counter. */
    @Override
    public String toString() {
        return "RemoteCounter(" + tag + ")";
    }
}
