package io.mintmark.hilo;

/**
 * A generator of handles: order per handle only, at the cost of a plain addition.
 *
 * <p>{@link #next()} and {@link #nextBlock} of the generator itself are in the strict order of the numbers that handles
 * have not drawn. Safe for any number of threads; a {@link HiLoHandle} is not.
 */
public final class PerHandleHiLo implements HiLo {
    private final StrictHiLo generator;

    PerHandleHiLo(StrictHiLo generator) {
        this.generator = generator;
    }

    /** Returns a new handle, for one thread at a time. */
    public HiLoHandle handle() {
        return new HiLoHandle(generator);
    }

    @Override
    public long next() {
        return generator.next();
    }

    @Override
    public long nextBlock(int count) {
        return generator.nextBlock(count);
    }

    @Override
    public <T> T nextBlock(int count, NumberInRange<T> use) {
        return generator.nextBlock(count, use);
    }

    @Override
    public void close() {
        generator.close();
    }
}
