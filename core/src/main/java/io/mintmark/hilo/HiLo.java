package io.mintmark.hilo;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import io.mintmark.range.RangeUnavailableException;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * A generator: issues the numbers of ranges that it reserves from a {@link RangeSource} before they are needed.
 *
 * <p>No number is issued twice, by this generator or any other over the same counter (promise G1). In which order
 * numbers come is the promise of the implementing type, and its name says it: {@link StrictHiLo}, {@link StripedHiLo},
 * {@link PerThreadHiLo}, {@link PerHandleHiLo}. Callers that have to wait for a range are served in the order in which
 * they came, before those that come later. Safe for any number of threads.
 *
 * <pre>{@code
 * try (StrictHiLo orders = HiLo.over(source).name("orders").strict()) {
 *     long number = orders.next();
 * }
 * }</pre>
 */
public interface HiLo extends LongSupplier, AutoCloseable {

    /** Starts to describe a generator over a counter. */
    static HiLoBuilder over(RangeSource source) {
        return new HiLoBuilder(source);
    }

    /**
     * Returns the textbook's generator, whose keys are {@code hi * max_lo + lo}; see {@link ClassicHiLo} for what it is
     * good for, and which counters it must not share.
     *
     * @param maxLo how many numbers one hi value is worth, at least 1
     * @param nextHi draws the next hi value from the database, from 0, never the same twice, to any caller
     */
    static ClassicHiLo classic(long maxLo, LongSupplier nextHi) {
        return ClassicHiLo.classic(maxLo, nextHi);
    }

    /**
     * Issues a number.
     *
     * @throws RangeUnavailableException if no range could be had in time; the next call tries again
     * @throws ExhaustedException if the counter is at its ceiling
     * @throws IllegalStateException if the generator is closed
     */
    long next();

    /**
     * Issues {@code count} consecutive numbers and returns the first.
     *
     * <p>They come from one range; numbers at the end of a range that are too few are skipped. A block that the source
     * granted too few numbers for is refused again without asking for a moment, so that it skips no range in vain.
     *
     * @param count 1 to 65,536
     * @throws IllegalArgumentException if {@code count} is another number
     * @throws RangeUnavailableException if no range could be had in time; the next call tries again
     * @throws RangeSourceException if the source grants fewer numbers at once than {@code count}
     * @throws ExhaustedException if the counter is at its ceiling
     * @throws IllegalStateException if the generator is closed
     */
    long nextBlock(int count);

    /**
     * Issues {@code count} consecutive numbers, and returns what {@code use} makes of the first and of its range.
     *
     * <p>Fails as {@link #nextBlock(int)} does.
     */
    <T> T nextBlock(int count, NumberInRange<T> use);

    /** The same as {@link #next()}. */
    @Override
    default long getAsLong() {
        return next();
    }

    /** Returns an endless stream of numbers, each issued when it is asked for. */
    default LongStream stream() {
        return LongStream.generate(this);
    }

    /**
     * Ends issuing, waits for the reservation in flight, and gives unused numbers back, newest range first; all of it
     * within the deadline. The refiller's threads give back; what is not done by the deadline they go on with.
     *
     * <p>Numbers that the source does not take back are a gap, not an error. Closing twice does nothing.
     */
    @Override
    void close();
}
