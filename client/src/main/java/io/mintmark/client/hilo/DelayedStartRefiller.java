package io.mintmark.client.hilo;

import io.mintmark.range.Refiller;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets a new generator live a moment before it is looked at for the first time; later looks come when they are wanted.
 *
 * <p>A single id in the first few milliseconds looks like the beginning of a flood, and a range would be reserved ahead
 * that nobody needs: the next client's numbers would begin behind it, not at 33. If it is a flood, callers find the range
 * used up before the first look, and the next one is larger. For one generator; thread-safe.
 */
final class DelayedStartRefiller implements Refiller {
    private static final long FIRST_LOOK_NANOS = 100_000_000;

    private final Refiller refiller;
    private final AtomicBoolean looked = new AtomicBoolean();

    /** Has {@code refiller} do the work. */
    DelayedStartRefiller(Refiller refiller) {
        this.refiller = refiller;
    }

    @Override
    public void after(long delayNanos, Runnable watching) {
        boolean first = looked.compareAndSet(false, true);
        refiller.after(first ? Math.max(delayNanos, FIRST_LOOK_NANOS) : delayNanos, watching);
    }

    @Override
    public void execute(Runnable reserving) {
        refiller.execute(reserving);
    }

    @Override
    public void generatorOpened() {
        refiller.generatorOpened();
    }

    @Override
    public void generatorClosed() {
        refiller.generatorClosed();
    }
}
