package io.mintmark.hilo;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.MisplacedCounterException;
import io.mintmark.counter.Reservation;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The classic Hi/Lo algorithm as encyclopedias print it: {@code key = hi * max_lo + lo}, with lo from 0 to max_lo - 1.
 *
 * <p>Safe for any number of threads, which wait for each other in turn and, once in max_lo numbers, for the database.
 * This is the piece for the museum and for counters that were filled by that recipe; what needs speed takes a generator
 * that refills ahead of need. Promise G1 holds as far as the source of hi values never gives one twice, to anybody.
 *
 * <p>It reads its counter by {@link BlockRule.Kind#MULTIPLY} with blocks of max_lo numbers.
 *
 * <h2>Do not share its counter with Hibernate or NHibernate under the same max_lo</h2>
 *
 * <p>There max_lo is the <em>largest</em> lo, so a block has max_lo + 1 numbers. With max_lo 9 they take
 * {@code [10, 19]} for hi 1 where this class takes {@code [18, 26]} for hi 2: 18 and 19 exist twice. To stand beside
 * their max_lo of 9, use {@code classic(10, ...)} here, so that both have blocks of 10.
 */
public final class ClassicHiLo implements LongSupplier {
    private final LongSupplier nextHi;
    private final BlockRule rule;
    /** Fair: otherwise one thread in a loop draws block after block and issues them, while all others wait. */
    private final ReentrantLock lock = new ReentrantLock(true);

    // Guarded by the lock. The generator is due for a block if nothing is left; the counting down cannot overflow.
    private long last;
    private long left;

    private ClassicHiLo(BlockRule rule, LongSupplier nextHi) {
        this.rule = rule;
        this.nextHi = nextHi;
    }

    /** Returns a generator that has drawn nothing yet; {@link HiLo#classic} is its door. */
    static ClassicHiLo classic(long maxLo, LongSupplier nextHi) {
        if (nextHi == null) {
            throw new IllegalArgumentException(
                    "hi values must come from somewhere: nextHi=null; pass what draws the next one from the database");
        }
        return new ClassicHiLo(BlockRule.multiply(maxLo), nextHi);
    }

    /**
     * Issues the next number: with max_lo 1000 and hi values from 1 on, 1000, 1001, 1002.
     *
     * <p>A draw that fails leaves the generator as it was, and the next call draws again. The number 0, which hi 0
     * begins with, is left out.
     *
     * @throws MisplacedCounterException if the source gives a negative hi, or one that yields no number twice in a row
     * @throws ExhaustedException if the numbers of a hi value do not fit below 2^63
     */
    public long next() {
        lock.lock();
        try {
            if (left == 0) {
                Reservation block = drawBlock();
                last = block.high();
                left = block.size();
            }
            left--;
            return last - left;
        } finally {
            lock.unlock();
        }
    }

    /** Issues the {@linkplain #next() next number}. */
    @Override
    public long getAsLong() {
        return next();
    }

    private Reservation drawBlock() {
        // With max_lo 1 the whole block of hi 0 is the number 0. Only one hi is 0, so a second draw is enough.
        return rule.block(nextHi.getAsLong())
                .or(() -> rule.block(nextHi.getAsLong()))
                .orElseThrow(
                        () -> new MisplacedCounterException("the source of hi values must not give one twice: hi=0,"
                                + " max_lo=" + rule.size() + "; look at what draws them"));
    }
}
