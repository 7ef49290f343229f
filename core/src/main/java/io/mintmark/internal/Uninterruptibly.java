package io.mintmark.internal;

/** Waits that no interrupt cuts short, because the work would go on without its caller. */
public final class Uninterruptibly {
    /** Something that waits; it begins anew after an interrupt. */
    @FunctionalInterface
    public interface Waiting {
        void run() throws InterruptedException;
    }

    private Uninterruptibly() {}

    /** Waits to the end, then restores the interrupt that came meanwhile. */
    public static void run(Waiting waiting) {
        boolean interrupted = false;
        while (true) {
            try {
                waiting.run();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
