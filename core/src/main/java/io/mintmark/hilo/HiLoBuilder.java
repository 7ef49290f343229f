package io.mintmark.hilo;

import io.mintmark.counter.Reservation;
import io.mintmark.hilo.supply.RangeDomain;
import io.mintmark.hilo.supply.RangeSupply;
import io.mintmark.hilo.supply.SupplySettings;
import io.mintmark.internal.Given;
import io.mintmark.internal.Ticker;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSource;
import io.mintmark.range.Refiller;
import java.time.Duration;

/**
 * Describes a generator before it starts; not thread-safe, and done with after its last method.
 *
 * <p>The last method names the order that the generator keeps.
 */
public final class HiLoBuilder {
    /**
     * Largest range that a generator asks for, unless a block needs a larger one: what RavenDB's servers grant at most.
     */
    public static final long RANGE_SIZE_MAX = 1 << 20;

    private final RangeSource source;
    private String name = "(unnamed)";
    private long firstRangeSize = 1_000;
    private long rangeSizeMax = RANGE_SIZE_MAX;
    private long ceiling = Reservation.CEILING_LONG;
    private boolean zero;
    private Duration deadline = Duration.ofSeconds(10);
    private RangeListener listener = RangeListener.NONE;
    private Refiller refiller = Refiller.shared();
    private Ticker ticker = Ticker.SYSTEM;

    HiLoBuilder(RangeSource source) {
        this.source = Given.required(
                "source", source, "pass the counter, such as new InMemoryRanges() or one of mintmark-jdbc");
    }

    /** Names the counter in messages; one name for an entity, or one for several that share it. */
    public HiLoBuilder name(String name) {
        this.name = Given.required("name", name, "leave the call out for a generator without a name");
        return this;
    }

    /**
     * Sets how many numbers to ask for first, while no rate is known; default 1,000. Sources may grant others.
     *
     * @param first 1 to {@value #RANGE_SIZE_MAX}
     * @throws IllegalArgumentException if {@code first} is another number
     */
    public HiLoBuilder rangeSize(long first) {
        if (first < 1 || first > RANGE_SIZE_MAX) {
            throw new IllegalArgumentException(
                    "the first range must have 1 to " + RANGE_SIZE_MAX + " numbers: rangeSize=" + first);
        }
        this.firstRangeSize = first;
        return this;
    }

    /**
     * Sets the most numbers to ask for at once, whatever the rate; default 1,048,576. A block of more numbers has a
     * range of its own size reserved for it, each time.
     *
     * @param most 1 to {@value #RANGE_SIZE_MAX}
     * @throws IllegalArgumentException if {@code most} is another number
     */
    public HiLoBuilder rangeSizeMax(long most) {
        if (most < 1 || most > RANGE_SIZE_MAX) {
            throw new IllegalArgumentException(
                    "a range must have 1 to " + RANGE_SIZE_MAX + " numbers: rangeSizeMax=" + most);
        }
        this.rangeSizeMax = most;
        return this;
    }

    /** Keeps numbers within 1 to 2^53-1, which JavaScript reads exactly; default 2^63-1. */
    public HiLoBuilder jsSafe() {
        return ceiling(Reservation.CEILING_JS_SAFE);
    }

    /**
     * Keeps numbers within 1 to {@code highest}, such as 2^31-1 for a column of 32 bits; default 2^63-1. A range above
     * it is refused, and the next one that is not ends that.
     *
     * @throws IllegalArgumentException if {@code highest} is less than 1
     */
    public HiLoBuilder ceiling(long highest) {
        if (highest < 1) {
            throw new IllegalArgumentException("a ceiling must be at least 1: ceiling=" + highest);
        }
        this.ceiling = highest;
        return this;
    }

    /** Issues 0 too if the source reserves it; by default it is skipped, because many systems read it as "none". */
    public HiLoBuilder withZero() {
        this.zero = true;
        return this;
    }

    /**
     * Sets how long a call waits for a range, and closing for what is under way and for what it gives back; default 10
     * s.
     *
     * <p>A source that did not answer by then is asked again, so it should be longer than a reservation ever takes.
     *
     * @throws IllegalArgumentException if {@code deadline} is not positive
     */
    public HiLoBuilder deadline(Duration deadline) {
        this.deadline = Given.positive("deadline", deadline);
        return this;
    }

    /** Sets a listener that hears what happens to ranges; default none. */
    public HiLoBuilder listener(RangeListener listener) {
        this.listener = Given.required("listener", listener, "leave the call out for none");
        return this;
    }

    /** Sets the threads that reserve ranges; default {@link Refiller#shared()}. */
    public HiLoBuilder refiller(Refiller refiller) {
        this.refiller = Given.required("refiller", refiller, "leave the call out for Refiller.shared()");
        return this;
    }

    HiLoBuilder ticker(Ticker ticker) {
        this.ticker = ticker;
        return this;
    }

    /** Returns a generator whose numbers are in one total order within this process. */
    public StrictHiLo strict() {
        return new StrictHiLo(supply());
    }

    /** Returns a generator of independent handles, each in an order of its own. */
    public PerHandleHiLo perHandle() {
        return new PerHandleHiLo(strict());
    }

    /** Returns a generator in order per thread of a fixed set of threads; refuses virtual threads. */
    public PerThreadHiLo perThread() {
        return new PerThreadHiLo(strict());
    }

    /** Returns a generator in order per stripe while numbers flow fast, for many threads at once, virtual ones too. */
    public StripedHiLo striped() {
        return new StripedHiLo(strict());
    }

    RangeSupply supply() {
        RangeDomain domain = new RangeDomain(name, zero ? 0 : 1, ceiling);
        return new RangeSupply(
                new SupplySettings(source, domain, firstRangeSize, rangeSizeMax, deadline, listener, refiller, ticker));
    }
}
