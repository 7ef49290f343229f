package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.internal.store.RowArithmetic.Placement;
import io.mintmark.jdbc.internal.store.RowSql.Stored;
import io.mintmark.range.Range;
import java.util.Optional;

/**
 * A foreign table, where nobody keeps a serial: a return is sent at most once, whatever becomes of it.
 *
 * <p>Why that is enough: the row stands at the end of a range only if every number above it went back, and nothing
 * below that end is reserved again before the range itself went back. So one late copy does no harm, however late; only
 * a second one could find the row at the same number under its next owner. After a restart nothing is remembered and
 * nothing is sent.
 *
 * <p>This holds for one life of the row. A row that is dropped and made anew, or put back from a copy, may come to
 * stand at the end of a range of its old life again, and nothing in it shows the difference. A return that is so late
 * is accepted, and moves the row below a range of its new life. {@link RowCounter} returns nothing of the old life once
 * it noticed, but it does not see what other objects and programs hold. Stop them before the row is made anew.
 *
 * <p>Only the object that reserved a range returns it, so no other program makes numbers come again to it.
 */
final class SingleReturnGuard implements ReturnGuard {
    private final RecentEntries<Range> open = new RecentEntries<>();
    private long tokens;

    @Override
    public Range opened(Placement numbers, Stored after) {
        Range range = new Range(numbers.low(), numbers.high(), "", "", ++tokens);
        open.put(range.token(), range);
        return range;
    }

    @Override
    public boolean mayClose(Range range) {
        return open.remove(range.token(), range);
    }

    @Override
    public long guard(Range range) {
        return 0;
    }

    @Override
    public long serialStep(Range range) {
        return 0;
    }

    @Override
    public void closed(Range range, boolean wholly) {
        // Forgotten before it was sent.
    }

    @Override
    public boolean mayRepeat() {
        return false;
    }

    @Override
    public Optional<Range> latestIfOthersReturned(Stored now) {
        return Optional.empty();
    }
}
