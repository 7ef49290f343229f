package io.mintmark.decimal;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import io.mintmark.range.Refiller;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * A generator of {@link DecimalId}s: draws a generator id of its launch, counts, and draws the next when the counter is
 * full.
 *
 * <p>Ids of one generator id rise. An id costs one atomic addition and one multiplication; a store is asked only for a
 * generator id, at the first id and whenever the counter is full. Safe for any number of threads, virtual ones
 * included.
 *
 * <p><b>Why no id comes twice.</b> A generator id comes from a {@link RangeSource} of the launch's own, which gives
 * none twice, also when the launch id is repeated; within it, counters are taken by one atomic addition. So what must
 * never be repeated is the pair of launch and generator, and it is not.
 */
public final class DecimalIds implements LongSupplier, AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final VarHandle BLOCK;

    static {
        try {
            BLOCK = MethodHandles.lookup().findVarHandle(DecimalIds.class, "block", IdBlock.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Launch launch;
    private final long counterMax;
    private final long unit = DecimalId.LAYOUT.unit(0);
    private final StrictHiLo generators;
    private final ReentrantLock drawing = new ReentrantLock();

    @SuppressWarnings("FieldMayBeFinal") // by BLOCK
    private volatile IdBlock block = IdBlock.empty();

    private final IdBlock closed = IdBlock.empty();

    private DecimalIds(Launch launch, RangeSource generators, long counterMax, Refiller refiller) {
        this.launch = launch;
        this.counterMax = counterMax;
        this.generators = HiLo.over(generators)
                .name("generators of launch " + launch.id())
                .rangeSize(1)
                .deadline(DEADLINE)
                .refiller(refiller)
                .strict();
    }

    /**
     * Starts a generator whose counters go up to 922,337,202.
     *
     * @param launch the launch of the whole system; {@link Launch#fromEnvironment} reads it
     * @param generatorsOfLaunch returns the counter of generator ids of a launch id: durable, shared by all processes
     *     of the system, another one for each launch id, and used for nothing else; it is asked once, now
     */
    public static DecimalIds of(Launch launch, LongFunction<RangeSource> generatorsOfLaunch) {
        return of(launch, generatorsOfLaunch, DecimalId.COUNTER_MAX, Refiller.shared());
    }

    /**
     * Starts a generator whose ids stay within 2^53-1: it draws the next generator id after counter 900,718.
     *
     * <p>A launch then has 9.0 * 10^10 ids.
     */
    public static DecimalIds jsSafe(Launch launch, LongFunction<RangeSource> generatorsOfLaunch) {
        return of(launch, generatorsOfLaunch, DecimalId.COUNTER_MAX_JS_SAFE, Refiller.shared());
    }

    /** Starts one whose counters may be full sooner, and whose generator ids are drawn by other threads. */
    static DecimalIds of(
            Launch launch, LongFunction<RangeSource> generatorsOfLaunch, long counterMax, Refiller refiller) {
        return new DecimalIds(launch, generatorsOfLaunch.apply(launch.id()), counterMax, refiller);
    }

    /**
     * Issues an id.
     *
     * @throws ExhaustedException if the launch has used generator id 99,999; a new launch begins again
     * @throws io.mintmark.range.RangeUnavailableException if no generator id could be had in time
     * @throws RangeSourceException if another caller waited for one too long, or the wait was interrupted
     * @throws IllegalStateException if the generator is closed
     */
    public long next() {
        IdBlock current = (IdBlock) BLOCK.getAcquire(this);
        // Read ahead of the claim: a load after an atomic add waits until that is through.
        long first = current.first;
        long size = current.size;
        long at = current.claim();
        return at < size ? first + at * unit : nextOfANewBlock(current);
    }

    private long nextOfANewBlock(IdBlock full) {
        IdBlock used = full;
        while (true) {
            used = blockAfter(used);
            long at = used.claim();
            if (at < used.size) {
                return used.first + at * unit;
            }
        }
    }

    /** Returns the block in use after {@code used}; one caller draws it, the others wait. */
    private IdBlock blockAfter(IdBlock used) {
        takeDrawing();
        try {
            IdBlock present = requireOpen((IdBlock) BLOCK.getAcquire(this));
            return present == used ? replaced(used, draw()) : present;
        } finally {
            drawing.unlock();
        }
    }

    /**
     * Only closing sets a block without the lock: the one that was drawn meanwhile is spent then, and nobody has it.
     */
    private IdBlock replaced(IdBlock used, IdBlock drawn) {
        requireOpen((IdBlock) BLOCK.compareAndExchange(this, used, drawn));
        return drawn;
    }

    private IdBlock requireOpen(IdBlock present) {
        if (present == closed) {
            throw new IllegalStateException("this generator is closed: launch " + launch.id());
        }
        return present;
    }

    private IdBlock draw() {
        long generator = generators.next();
        if (generator > DecimalId.GENERATOR_MAX) {
            throw new ExhaustedException("Launch " + launch.id() + " has used all generator ids up to "
                    + DecimalId.GENERATOR_MAX + ": the source gave " + generator + "; begin a new launch.");
        }
        return new IdBlock(DecimalId.LAYOUT.encode(1, generator, launch.id()), counterMax);
    }

    private void takeDrawing() {
        try {
            if (!drawing.tryLock(DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new RangeSourceException("No generator id within " + DEADLINE
                        + ": another caller waits for one; see to the source of generator ids.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RangeSourceException("No generator id: the wait for one was interrupted.", e);
        }
    }

    /** The same as {@link #next()}. */
    @Override
    public long getAsLong() {
        return next();
    }

    /**
     * Ends issuing and gives back generator ids that were drawn ahead; the one in use is spent, however few ids it
     * made.
     *
     * <p>Closing twice does nothing.
     */
    @Override
    public void close() {
        BLOCK.setVolatile(this, closed);
        generators.close();
    }
}
