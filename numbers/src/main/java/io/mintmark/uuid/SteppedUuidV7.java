package io.mintmark.uuid;

import io.mintmark.RandomBytes;
import io.mintmark.counter.ExhaustedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * UUIDs of version 7 whose random field only grows within a millisecond, by a random step from 1 to 2^32 (RFC 9562
 * section 6.2, method 2).
 *
 * <p>Order, randomness and restart are those of {@link UuidV7}; take that one unless the 74 bits of a single id must
 * look random, with no counter in them. A millisecond begins with its top bit zero, which leaves room for 2^41 ids at
 * least. A full field carries into the next millisecond; a clock that steps back is not followed. The last id is the
 * state, replaced by compare-and-set: lock-free, safe for any number of threads, slower than {@link UuidV7} when they
 * are many.
 */
public final class SteppedUuidV7 implements UuidSource {
    private static final long RAND_A_MAX = 0xFFF;
    private static final long RAND_A_SEED = 0x7FF;
    private static final long RAND_B_MAX = (1L << 62) - 1;

    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(SteppedUuidV7.class, "last", UUID.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final InstantSource clock;
    private final RandomBits bits;
    private final AtomicLong draws = new AtomicLong();

    @SuppressWarnings("FieldMayBeFinal") // by LAST
    private volatile UUID last = Uuids.v7(0, 0, 0);

    private SteppedUuidV7(InstantSource clock, RandomBytes random) {
        this.clock = CachedClock.required(clock);
        this.bits = new RandomBits(random);
    }

    /** Returns a generator on the system's clock, keyed by the system's secure generator; make one and keep it. */
    public static SteppedUuidV7 create() {
        return from(CachedClock.SYSTEM, RandomBytes.secure());
    }

    /** Returns a generator on {@code clock}, keyed by {@code random}, which is asked now. */
    public static SteppedUuidV7 from(InstantSource clock, RandomBytes random) {
        return new SteppedUuidV7(clock, random);
    }

    /**
     * Returns the next UUID, higher than all before.
     *
     * @throws ExhaustedException if the clock is before 1970 or after July 10889
     */
    @Override
    public UUID next() {
        while (true) {
            UUID before = last;
            UUID next = after(before);
            if (LAST.compareAndSet(this, before, next)) {
                return next;
            }
        }
    }

    private UUID after(UUID before) {
        long millis = Claims.requireMillis(clock.millis());
        long standing = before.getMostSignificantBits() >>> 16;
        if (millis > standing) {
            return first(millis);
        }
        long randB = (before.getLeastSignificantBits() & RAND_B_MAX) + step();
        long randA = (before.getMostSignificantBits() & RAND_A_MAX) + (randB >>> 62);
        return randA > RAND_A_MAX ? first(Claims.requireMillis(standing + 1)) : Uuids.v7(standing, randA, randB);
    }

    private UUID first(long millis) {
        long draw = 2 * draws.getAndIncrement();
        return Uuids.v7(millis, bits.of(draw) & RAND_A_SEED, bits.of(draw + 1));
    }

    private long step() {
        return 1 + (bits.of(2 * draws.getAndIncrement()) >>> 32);
    }
}
