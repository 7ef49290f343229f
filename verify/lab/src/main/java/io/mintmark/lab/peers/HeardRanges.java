package io.mintmark.lab.peers;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what our generators reserve and give back. Thread-safe. */
final class HeardRanges implements RangeListener {
    private final AtomicLong reservations = new AtomicLong();
    private final AtomicLong reserved = new AtomicLong();
    private final AtomicLong returned = new AtomicLong();

    @Override
    public void reserved(Range range, Duration latency) {
        reservations.incrementAndGet();
        reserved.addAndGet(range.size());
    }

    @Override
    public void returned(Range range, long lastIssued, long count) {
        returned.addAndGet(count);
    }

    long reservations() {
        return reservations.get();
    }

    long reservedNumbers() {
        return reserved.get();
    }

    long returnedNumbers() {
        return returned.get();
    }
}
