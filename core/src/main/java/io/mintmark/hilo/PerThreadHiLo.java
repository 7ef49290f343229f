package io.mintmark.hilo;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * A generator in order per thread only: what one thread gets increases as long as the source's ranges do, and says
 * nothing about what another gets.
 *
 * <p>Blocks of several numbers leave that order: they come from above what threads drew before, and what their thread
 * gets next may be lower.
 *
 * <p>For a fixed set of platform threads: each draws {@value HiLoHandle#SHARE_MIN} to {@value StripeRange#MOST} numbers
 * at a time, or fewer where a range ends or several threads wait for one; those that it did not issue when it ends are
 * a gap. <b>Virtual threads are refused</b>, because each would draw numbers to issue a few; use {@link StripedHiLo}
 * for them.
 */
public final class PerThreadHiLo implements HiLo {
    private final StrictHiLo generator;
    private final ThreadLocal<HiLoHandle> handles;
    private volatile boolean closed;

    PerThreadHiLo(StrictHiLo generator) {
        this.generator = generator;
        this.handles = ThreadLocal.withInitial(this::handleForThisThread);
    }

    private HiLoHandle handleForThisThread() {
        if (VirtualThreads.isVirtual(Thread.currentThread())) {
            throw new IllegalStateException("A generator per thread would draw " + HiLoHandle.SHARE_MIN
                    + " numbers or more for every virtual thread: build a striped() or a strict() one instead.");
        }
        return new HiLoHandle(generator);
    }

    @Override
    public long next() {
        // Numbers that threads drew before are a gap once this is closed; the generator itself says why it refuses.
        return closed ? generator.next() : handles.get().next();
    }

    /** Draws several numbers from the generator, past what this thread drew before; one as {@link #next()} does. */
    @Override
    public long nextBlock(int count) {
        return count == 1 ? next() : generator.nextBlock(count);
    }

    @Override
    public <T> T nextBlock(int count, NumberInRange<T> use) {
        if (count != 1 || closed) {
            return generator.nextBlock(count, use);
        }
        HiLoHandle handle = handles.get();
        long number = handle.next();
        return use.of(handle.range(), number);
    }

    @Override
    public void close() {
        closed = true;
        generator.close();
    }

    /** Asks a thread for what only Java 21 and newer know. */
    private static final class VirtualThreads {
        private static final MethodHandle IS_VIRTUAL = find();

        private static MethodHandle find() {
            try {
                return MethodHandles.publicLookup()
                        .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
            } catch (ReflectiveOperationException olderJava) {
                return MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, Thread.class);
            }
        }

        static boolean isVirtual(Thread thread) {
            try {
                return (boolean) IS_VIRTUAL.invokeExact(thread);
            } catch (Throwable e) {
                throw new IllegalStateException("Thread.isVirtual cannot fail", e);
            }
        }
    }
}
