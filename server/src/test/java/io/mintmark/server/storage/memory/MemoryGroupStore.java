package io.mintmark.server.storage.memory;

import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.evaluation.Rows;
import io.mintmark.server.storage.group.GroupStore;
import java.time.InstantSource;

/** What a group of writes is in memory: rows that become visible together. */
final class MemoryGroupStore implements GroupStore {
    private final MemoryRows rows;
    private final Rows shown;
    private final InstantSource clock;

    /** Shows the rows to the evaluation as {@code shown}. */
    MemoryGroupStore(MemoryRows rows, Rows shown, InstantSource clock) {
        this.rows = rows;
        this.shown = shown;
        this.clock = clock;
    }

    @Override
    public Rows rows() {
        return shown;
    }

    @Override
    public void begin() {
        rows.begin(clock.instant());
    }

    @Override
    public boolean fetchesGroups() {
        return true;
    }

    @Override
    public void fetch(ReadSet keys) {
        rows.fetch(keys);
    }

    @Override
    public void tidyIfOverdue() {}

    @Override
    public void commit() {
        rows.commit();
    }

    @Override
    public void afterCommit() {}

    @Override
    public void tidyWhileIdle() {}

    @Override
    public void abandon() {
        rows.abandon();
    }

    @Override
    public void leaveInOrder() {}

    @Override
    public void close() {}
}
