package io.mintmark.simulation.node;

import io.mintmark.simulation.engine.TimedGroups;
import io.mintmark.simulation.plan.Agenda;

/** What a group of writes to a journal is on a simulated disk: kept once its sync is done. */
final class DiskGroups implements TimedGroups {
    private static final long SYNC = Agenda.MILLI;

    private final JournalDisk disk;
    private final NodeProcess process;
    private final boolean syncs;
    private long answeredAfter;

    /** Writes for a process; a twin does not wait for any sync. */
    DiskGroups(JournalDisk disk, NodeProcess process, boolean syncs) {
        this.disk = disk;
        this.process = process;
        this.syncs = syncs;
    }

    @Override
    public long answeredAfter() {
        return answeredAfter;
    }

    @Override
    public void begin() {
        disk.begin();
    }

    @Override
    public void commit() {
        long sync = 200_000 + process.world().machines().delay(SYNC);
        disk.commit(sync, syncs);
        answeredAfter = syncs ? sync : 0;
    }

    @Override
    public void abandon() {
        disk.abandon();
    }

    @Override
    public void tidyIfOverdue() {}

    @Override
    public void afterCommit() {}

    @Override
    public void tidyWhileIdle() {}

    @Override
    public void leaveInOrder() {}

    @Override
    public void close() {}
}
