package io.mintmark.storage.evaluation;

import io.mintmark.storage.row.GroupRows;

/** Part of a group that leaves nothing but a gap if it is refused, while the rest of the group goes on. */
final class AllOrNothing {
    private AllOrNothing() {}

    /** Runs {@code part}; throws what it throws, after its rows are as they were. */
    static void run(GroupRows rows, Runnable part) {
        rows.mark();
        try {
            part.run();
        } catch (EngineException | GroupUndoneException doomed) {
            // There may be nothing left to undo, and a failing undo would hide why.
            throw doomed;
        } catch (RuntimeException refused) {
            rows.undo();
            throw refused;
        }
        rows.release();
    }
}
