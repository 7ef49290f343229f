package io.mintmark.uuid;

import io.mintmark.RandomBytes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.Executor;

/**
 * UUIDs in the order in which they are made: version 7 of RFC 9562, a time, a counter, and random bits.
 *
 * <p><b>Order.</b> A call that begins after another one ended, on whatever thread, returns a UUID that is higher,
 * compared as {@link Uuids#UNSIGNED} or as text. One atomic addition gives that order; no lock, nothing for each
 * thread. Generators know nothing of each other: make one a process and keep it, so that the order is the process's.
 *
 * <p><b>Layout.</b> 48 bits of milliseconds; a counter of 16 bits, 12 in {@code rand_a} and 4 on top of {@code rand_b},
 * which begins each millisecond at a random number below 2^15 (RFC 9562 section 6.2, method 1 with its guard bit); 58
 * random bits, new ones for each id, from a keyed function whose key was drawn from the system's secure generator: what
 * that is worth stands in {@link UuidV4}. {@link #subMillisecond} has 12 bits of time instead and a counter of 4
 * (method 3).
 *
 * <p><b>The clock.</b> When it steps back, time stands in the ids and the counter goes on, by whatever amount;
 * {@link #aheadOfClock()} tells. When a counter is full, above 32 thousand ids in a millisecond, it carries into the
 * next one; above 65 million ids a second the time in ids runs ahead. Nothing waits. While ids are wanted faster than
 * 32 a millisecond a daemon thread reads the clock for all, and times are late by about half a millisecond, by more on
 * a machine without a free core; else each call reads it. A clock before 1970 or after July 10889 is refused.
 *
 * <p><b>A restart</b> needs nothing: order begins anew, and that ids differ rests on the random bits. Two processes
 * make the same id with a probability of 2^−58 for each pair of ids with equal millisecond and counter. Safe for any
 * number of threads, virtual ones included.
 */
public final class UuidV7 implements UuidSource {
    private static final int COUNTER_LOW_BITS = 4;
    private static final int RANDOM_BITS = 58;

    private final Claims claims;
    private final RandomBits bits;

    private UuidV7(Claims claims, RandomBytes random) {
        this.claims = claims;
        this.bits = new RandomBits(random);
    }

    /** Returns a generator on the system's clock, keyed by the system's secure generator; make one and keep it. */
    public static UuidV7 create() {
        return on(CachedClock.SYSTEM, RandomBytes.secure(), CachedClock.THREAD);
    }

    /** Returns a generator on {@code clock}, which every call reads, keyed by {@code random}, which is asked now. */
    public static UuidV7 from(InstantSource clock, RandomBytes random) {
        return on(clock, random, nobody -> {});
    }

    static UuidV7 on(InstantSource clock, RandomBytes random, Executor threads) {
        return new UuidV7(Claims.byMillisecond(clock, random, threads), random);
    }

    /**
     * Returns a generator whose ids carry the time to the 4096th part of a millisecond (244 ns), as far as the system's
     * clock tells it; every call reads that.
     */
    public static UuidV7 subMillisecond() {
        return subMillisecond(CachedClock.SYSTEM, RandomBytes.secure());
    }

    /** The same on {@code clock} and {@code random}. */
    public static UuidV7 subMillisecond(InstantSource clock, RandomBytes random) {
        return new UuidV7(Claims.byFraction(clock, random), random);
    }

    /**
     * Returns the next UUID, higher than all before.
     *
     * @throws io.mintmark.counter.ExhaustedException if the clock is before 1970 or after July 10889
     */
    @Override
    public UUID next() {
        long claim = claims.next();
        long tail = claim << RANDOM_BITS | bits.of(claim) >>> (Long.SIZE - RANDOM_BITS);
        return Uuids.v7(claim >>> TimeWord.COUNTER_BITS, claim >>> COUNTER_LOW_BITS, tail);
    }

    /** Returns how far the time in ids is ahead of the clock: above zero after a step back, or a flood of ids. */
    public Duration aheadOfClock() {
        return claims.ahead();
    }
}
