package io.mintmark.client.hilo;

import io.mintmark.range.Refiller;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Delays the first look at a new generator; later looks come when they are due.
 *
 * <p>A single id in the first few milliseconds looks like the beginning of a flood. A range would be reserved ahead
 * that is not needed, and the next client's numbers would begin after it instead of at 33. If it is a flood, callers
 * use the range up before the first look, and the next range is larger. For one generator; thread-safe.
 */
final class DelayedStartRefiller implements Refiller {
    private static final long FIRST_LOOK_NANOS = 100_000_000;

    private final Refiller refiller;
    private final AtomicBoolean looked = new AtomicBoolean();

    /** Creates a refiller in front of {@code refiller}, which does the work. */
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
