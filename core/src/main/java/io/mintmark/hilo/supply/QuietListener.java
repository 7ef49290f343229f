package io.mintmark.hilo.supply;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.time.Duration;

/**
 * Keeps what a listener throws from the thread that tells it: a broken metric must cost no number and block no caller.
 */
record QuietListener(RangeListener listener) implements RangeListener {

    @Override
    public void reserved(Range range, Duration latency) {
        tell(() -> listener.reserved(range, latency));
    }

    @Override
    public void failed(RuntimeException failure) {
        tell(() -> listener.failed(failure));
    }

    @Override
    public void blocked(Duration waited) {
        tell(() -> listener.blocked(waited));
    }

    @Override
    public void returned(Range range, long lastIssued, long count) {
        tell(() -> listener.returned(range, lastIssued, count));
    }

    @Override
    public void gap(Range range, long count) {
        tell(() -> listener.gap(range, count));
    }

    @Override
    public void returnFailed(RuntimeException failure) {
        tell(() -> listener.returnFailed(failure));
    }

    @Override
    public void headroom(long left, Duration atThisRate) {
        tell(() -> listener.headroom(left, atThisRate));
    }

    private static void tell(Runnable news) {
        try {
            news.run();
        } catch (Throwable broken) { // an Error too: a library that is missing, a stack that is full
            report(broken);
        }
    }

    private static void report(Throwable broken) {
        try {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, broken);
        } catch (Throwable ignored) {
            // As the virtual machine ignores what such a handler throws.
        }
    }
}
