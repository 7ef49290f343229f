package io.mintmark.hilo;

import io.mintmark.internal.Ticker;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A refiller whose time passes when a test says so; reserves at once and in the caller's thread. */
final class SteppedRefiller implements Refiller, Ticker {
    private record Due(long at, Runnable watching) {}

    private final List<Due> later = new ArrayList<>();
    private long now = 1_000_000_000L;

    @Override
    public synchronized void after(long delayNanos, Runnable watching) {
        later.add(new Due(now + delayNanos, watching));
    }

    @Override
    public void execute(Runnable reserving) {
        reserving.run();
    }

    @Override
    public synchronized long nanos() {
        return now;
    }

    /** Lets time pass, and everything happen that is due meanwhile. */
    void pass(Duration time) {
        long end = nanos() + time.toNanos();
        for (Due next = takeDueBy(end); next != null; next = takeDueBy(end)) {
            next.watching.run();
        }
        moveTo(end);
    }

    private synchronized @org.jspecify.annotations.Nullable Due takeDueBy(long end) {
        Due next = later.stream().min(Comparator.comparingLong(Due::at)).orElse(null);
        if (next == null || next.at > end) {
            return null;
        }
        later.remove(next);
        now = Math.max(now, next.at);
        return next;
    }

    private synchronized void moveTo(long end) {
        now = end;
    }

    /** Returns whether anything is going to happen by itself. */
    synchronized boolean isAwake() {
        return !later.isEmpty();
    }
}
