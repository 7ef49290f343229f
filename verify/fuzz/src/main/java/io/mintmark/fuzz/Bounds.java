package io.mintmark.fuzz;

import com.sun.management.ThreadMXBean;
import io.mintmark.MintmarkException;
import java.lang.management.ManagementFactory;

/**
 * How much time and memory one run may take.
 *
 * <p>The first run of a path also loads classes, and a busy machine stops threads: what was too much is run again, and
 * judged by that. Only the calling thread's memory is counted, and its processor's time in the second run.
 *
 * @param nanosMax longest time
 * @param bytesMax most memory that may be taken from the heap, whether it is freed or not
 */
public record Bounds(long nanosMax, long bytesMax) {
    /** A second, and as much memory as twenty of the longest inputs take a thousand times. */
    public static final Bounds USUAL = new Bounds(1_000_000_000L, 256L << 20);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * Runs {@code target} once, or twice where the first run took too much.
     *
     * @throws AssertionError if a property does not hold, or the second run took too much as well
     */
    public void run(FuzzTarget target, byte[] bytes) throws Exception {
        long began = System.nanoTime();
        long taken = THREADS.getCurrentThreadAllocatedBytes();
        once(target, bytes);
        if (System.nanoTime() - began > nanosMax || THREADS.getCurrentThreadAllocatedBytes() - taken > bytesMax) {
            judge(target, bytes);
        }
    }

    private void judge(FuzzTarget target, byte[] bytes) throws Exception {
        long began = THREADS.getCurrentThreadCpuTime();
        long taken = THREADS.getCurrentThreadAllocatedBytes();
        once(target, bytes);
        long nanos = THREADS.getCurrentThreadCpuTime() - began;
        long memory = THREADS.getCurrentThreadAllocatedBytes() - taken;
        Check.that(nanos <= nanosMax, "a run must not take " + nanosMax + " ns: " + nanos);
        Check.that(memory <= bytesMax, "a run must not take " + bytesMax + " bytes of memory: " + memory);
    }

    private static void once(FuzzTarget target, byte[] bytes) throws Exception {
        try {
            target.run(bytes);
        } catch (MintmarkException refused) {
            Check.refusal(refused, bytes.length);
        }
    }
}
