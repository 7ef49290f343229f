package io.mintmark.hilo;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Remembers what a generator told. */
final class NewsOfRanges implements RangeListener {
    final List<RuntimeException> failures = new CopyOnWriteArrayList<>();
    final List<RuntimeException> failedReturns = new CopyOnWriteArrayList<>();
    final AtomicInteger blocked = new AtomicInteger();
    final AtomicLong reserved = new AtomicLong();
    final AtomicLong returned = new AtomicLong();
    final AtomicLong gaps = new AtomicLong();

    @Override
    public void reserved(Range range, Duration latency) {
        reserved.addAndGet(range.size());
    }

    @Override
    public void failed(RuntimeException failure) {
        failures.add(failure);
    }

    @Override
    public void blocked(Duration waited) {
        blocked.incrementAndGet();
    }

    @Override
    public void returned(Range range, long lastIssued, long count) {
        returned.addAndGet(count);
    }

    @Override
    public void gap(Range range, long count) {
        gaps.addAndGet(count);
    }

    @Override
    public void returnFailed(RuntimeException failure) {
        failedReturns.add(failure);
    }
}
