package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.internal.store.RowArithmetic.Placement;
import io.mintmark.jdbc.internal.store.RowSql.Stored;
import io.mintmark.range.Range;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Our own table: the token of a range is the serial that its reservation left, and a return is one update guarded by
 * value <em>and</em> serial, which raises the serial. A second copy finds another serial for ever, from any sender and
 * at any time.
 *
 * <p>Serials never repeat, so neither does the pair: within one life of a row they rise, and each life begins at a
 * random one ({@link FirstSerial}), so that a table that is dropped and made anew takes nothing of its old life back. A
 * row that is put back from a copy goes on with the copy's serials. When a wholly unused range went back, the range
 * that this process reserved right before it is the latest again, under the serial that the return left; that one is
 * remembered here.
 *
 * <h2>A range that another program gave back</h2>
 *
 * <p>Any program that knows a token may give its range back. The program that reserved the range does not hear of it,
 * and is given its own numbers again. That is right, and looks like a row that was set back. The serial tells the two
 * apart: reservations, raises and returns of one's own ranges raise it by 1, and a return of a range that the sender
 * did not reserve raises it by {@value #OTHERS_RETURN}.
 *
 * <p>Only one range of a program can go back in this way. The sender knows no other serial than the token, so the row's
 * serial must still be that token, and the reservation was the last change of the row, by anybody. So it is the range
 * that the program opened last, the counter then stands inside of it or right before it, and the serial is higher by
 * such a step and by what came after. If the serial is not, or the row stands below that range, the row was set back. A
 * row that was made anew looks like such a return once in 2^24 times, because its serial is random, and only if it
 * stands inside of that very range.
 */
final class SerialReturnGuard implements ReturnGuard {
    /** More than the changes of a row between two looks of one program; 2^30 of these fit into the column. */
    static final long OTHERS_RETURN = 1L << 32;

    /** Most returns of other programs' ranges between two looks. */
    private static final int OTHERS_RETURNS_MAX = 64;

    private final RecentEntries<Long> guardOfToken = new RecentEntries<>();
    private final RecentEntries<Long> tokenAtGuard = new RecentEntries<>();
    private final RecentEntries<Long> tokenBelow = new RecentEntries<>();

    /** The last change that this process made to the row, if it was a reservation. */
    private @Nullable Range latest;

    @Override
    public Range opened(Placement numbers, Stored after) {
        long token = after.serial();
        Long below = tokenAtGuard.get(token - 1);
        if (below != null) {
            tokenBelow.put(token, below);
        }
        guarded(token, token);
        Range opened = new Range(numbers.low(), numbers.high(), "", "", token);
        latest = opened;
        return opened;
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
    public long serialStep(Range range) {
        return guardOfToken.containsKey(range.token()) ? 1 : OTHERS_RETURN;
    }

    @Override
    public void closed(Range range, boolean wholly) {
        long left = guard(range) + serialStep(range);
        tokenAtGuard.remove(guard(range));
        guardOfToken.remove(range.token());
        latest = null;
        Long below = tokenBelow.remove(range.token());
        if (wholly && below != null) {
            guarded(below, left);
        }
    }

    @Override
    public boolean mayRepeat() {
        return true;
    }

    @Override
    public Optional<Range> latestIfOthersReturned(Stored now) {
        Range last = latest;
        if (last == null) {
            return Optional.empty();
        }
        long passed = now.serial() - last.token();
        boolean returned = passed >= OTHERS_RETURN && passed < OTHERS_RETURNS_MAX * OTHERS_RETURN;
        return returned ? Optional.of(last) : Optional.empty();
    }
}
