package io.mintmark.simulation.engine;

import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.RowSource;
import io.mintmark.storage.row.RowsOwner;

/** The rows that the shipped evaluation works on, one of whose verbs a twin breaks. */
final class TwinRows extends GroupRows {
    private final Twin twin;

    TwinRows(Twin twin, RowsOwner home, GroupTables tables, RowSource source, GroupChanges changes) {
        super(home, tables, source, changes);
        this.twin = twin;
    }

    @Override
    public void remember(String request, long value) {
        if (twin != Twin.ANSWER_NOT_KEPT) {
            super.remember(request, value);
        }
    }

    @Override
    public boolean isBrought(String changeVector) {
        return twin != Twin.BROUGHT_BACK && super.isBrought(changeVector);
    }

    @Override
    public long highestEndBefore(String counterKey) {
        return twin == Twin.FORMER_LIFE_RETURN ? 0 : super.highestEndBefore(counterKey);
    }

    @Override
    public long beginsAbove(String counterKey) {
        return twin == Twin.AHEAD_OF_FORMER_LIFE ? firstMax() : super.beginsAbove(counterKey);
    }
}
