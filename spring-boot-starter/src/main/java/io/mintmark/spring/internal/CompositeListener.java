package io.mintmark.spring.internal;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.time.Duration;
import java.util.List;

/** Passes each event to several listeners, one after the other. */
public record CompositeListener(List<RangeListener> all) implements RangeListener {
    @Override
    public void reserved(Range range, Duration latency) {
        all.forEach(one -> one.reserved(range, latency));
    }

    @Override
    public void failed(RuntimeException failure) {
        all.forEach(one -> one.failed(failure));
    }

    @Override
    public void blocked(Duration waited) {
        all.forEach(one -> one.blocked(waited));
    }

    @Override
    public void returned(Range range, long lastIssued, long count) {
        all.forEach(one -> one.returned(range, lastIssued, count));
    }

    @Override
    public void gap(Range range, long count) {
        all.forEach(one -> one.gap(range, count));
    }

    @Override
    public void returnFailed(RuntimeException failure) {
        all.forEach(one -> one.returnFailed(failure));
    }

    @Override
    public void headroom(long left, Duration atThisRate) {
        all.forEach(one -> one.headroom(left, atThisRate));
    }
}
