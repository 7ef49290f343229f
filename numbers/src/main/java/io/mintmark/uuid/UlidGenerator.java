package io.mintmark.uuid;

import io.mintmark.RandomBytes;
import io.mintmark.counter.ExhaustedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Monotonic ULIDs: within a millisecond each is the one before plus 1, as the ULID specification says.
 *
 * <p>A call that begins after another one ended returns a higher ULID, on whatever thread. The first of a millisecond
 * has 80 random bits from a keyed function whose key the system's secure generator made ({@link UuidV4} says what that
 * is worth); <strong>those that follow in the same millisecond can be guessed</strong> from it. A clock that steps back
 * is not followed: time stands and the count goes on. Where it would leave the 80 bits, the ULID is refused, as
 * specified; the next millisecond begins anew. A restart needs nothing; order begins anew.
 *
 * <p>The last ULID is the state, replaced by compare-and-set: lock-free, safe for any number of threads.
 */
public final class UlidGenerator {
    private static final long HIGH_RANDOM = 0xFFFF;

    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(UlidGenerator.class, "last", Ulid.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final InstantSource clock;
    private final RandomBits bits;
    private final AtomicLong draws = new AtomicLong();

    @SuppressWarnings("FieldMayBeFinal") // by LAST
    private volatile Ulid last = new Ulid(0, 0);

    private UlidGenerator(InstantSource clock, RandomBytes random) {
        this.clock = CachedClock.required(clock);
        this.bits = new RandomBits(random);
    }

    /** Returns a generator on the system's clock, keyed by the system's secure generator; make one and keep it. */
    public static UlidGenerator create() {
        return from(CachedClock.SYSTEM, RandomBytes.secure());
    }

    /** Returns a generator on {@code clock}, keyed by {@code random}, which is asked now. */
    public static UlidGenerator from(InstantSource clock, RandomBytes random) {
        return new UlidGenerator(clock, random);
    }

    /**
     * Returns the next ULID, higher than all before.
     *
     * @throws ExhaustedException if the random part of this millisecond is at its end, or the clock is before 1970 or
     *     after July 10889
     */
    public Ulid next() {
        while (true) {
            Ulid before = last;
            Ulid next = after(before);
            if (LAST.compareAndSet(this, before, next)) {
                return next;
            }
        }
    }

    private Ulid after(Ulid before) {
        long millis = Claims.requireMillis(clock.millis());
        return millis > before.high() >>> 16 ? first(millis) : successor(before);
    }

    private Ulid first(long millis) {
        long draw = 2 * draws.getAndIncrement();
        return new Ulid(millis << 16 | bits.of(draw) & HIGH_RANDOM, bits.of(draw + 1));
    }

    /** Adds one to the 80 bits; also what every ULID after a step back is made by. */
    static Ulid successor(Ulid before) {
        if (before.low() != -1) {
            return new Ulid(before.high(), before.low() + 1);
        }
        if ((before.high() & HIGH_RANDOM) == HIGH_RANDOM) {
            throw new ExhaustedException("the 80 random bits of a ULID cannot count beyond their end: last=" + before
                    + "; try again in the next millisecond");
        }
        return new Ulid(before.high() + 1, 0);
    }
}
