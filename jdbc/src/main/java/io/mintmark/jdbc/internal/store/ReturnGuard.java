package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.internal.store.RowArithmetic.Placement;
import io.mintmark.jdbc.internal.store.RowSql.Stored;
import io.mintmark.range.Range;
import java.util.Optional;

/**
 * Keeps a return from being accepted twice (promise G3). Called by one thread at a time.
 */
interface ReturnGuard {

    /** Makes a range of what was just reserved, and remembers what its return needs. */
    Range opened(Placement numbers, Stored after);

    /** Returns whether a return of this range may be sent now. */
    boolean mayClose(Range range);

    /** Returns the serial that the row must have for this range to be its latest. */
    long guard(Range range);

    /** Returns by how much the return of this range raises the serial. */
    long serialStep(Range range);

    /** Notes that the row went back, to below the range if it was {@code wholly} unused. */
    void closed(Range range, boolean wholly);

    /** Returns whether a return may be sent again. */
    boolean mayRepeat();

    /**
     * Returns the range that was {@link #opened} last, if what the row stores now shows that another program may have
     * given it back: then its numbers may come again.
     */
    Optional<Range> latestIfOthersReturned(Stored now);
}
