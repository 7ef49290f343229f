package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.internal.store.RowArithmetic.Placement;
import io.mintmark.jdbc.internal.store.RowSql.Stored;
import io.mintmark.range.Range;

/**
 * Our own table: the token of a range is the serial that its reservation left, and a return is one update guarded by value
 * <em>and</em> serial, which raises the serial. A second copy finds another serial for ever, from any sender and at any time.
 *
 * <p>Serials never repeat, so neither does the pair: within one life of a row they rise, and each life begins at a random one
 * ({@link FirstSerial}), so that a table that is dropped and made anew takes nothing of its old life back. A row that is put
 * back from a copy goes on with the copy's serials. When a wholly unused range went back, the range that this process
 * reserved right before it is the latest again, under the serial that the return left; that one is remembered here.
 */
final class SerialReturnGuard implements ReturnGuard {
    private final RecentEntries<Long> guardOfToken = new RecentEntries<>();
    private final RecentEntries<Long> tokenAtGuard = new RecentEntries<>();
    private final RecentEntries<Long> tokenBelow = new RecentEntries<>();

    @Override
    public Range opened(Placement numbers, Stored after) {
        long token = after.serial();
        Long below = tokenAtGuard.get(token - 1);
        if (below != null) {
            tokenBelow.put(token, below);
        }
        guarded(token, token);
        return new Range(numbers.low(), numbers.high(), "", "", token);
    }

    private void guarded(long token, long guard) {
        guardOfToken.put(token, guard);
        tokenAtGuard.put(guard, token);
    }

    @Override
    public boolean mayClose(Range range) {
        return range.hasToken();
    }

    @Override
    public long guard(Range range) {
        return guardOfToken.getOrDefault(range.token(), range.token());
    }

    @Override
    public void closed(Range range, boolean wholly) {
        long left = guard(range) + 1;
        tokenAtGuard.remove(guard(range));
        guardOfToken.remove(range.token());
        Long below = tokenBelow.remove(range.token());
        if (wholly && below != null) {
            guarded(below, left);
        }
    }

    @Override
    public boolean mayRepeat() {
        return true;
    }
}
