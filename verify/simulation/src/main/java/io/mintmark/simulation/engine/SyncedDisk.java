package io.mintmark.simulation.engine;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a disk holds when its machine stops: everything that was synced, and by chance what was not. */
final class SyncedDisk {
    private final Agenda agenda;
    private final Dice dice;
    private final Set<DatabaseRows> doubtful = new HashSet<>();
    private @Nullable Last last;
    private @Nullable Runnable trap;

    /** The last group that was written. */
    private record Last(DatabaseRows stored, Change change, long syncedAt, boolean isFar) {}

    SyncedDisk(Agenda agenda, Dice dice) {
        this.agenda = agenda;
        this.dice = dice;
    }

    void written(DatabaseRows stored, Change change, long sync, boolean isFar) {
        last = new Last(stored, change, agenda.now() + sync, isFar);
        Runnable trapped = trap;
        trap = null;
        if (trapped != null) {
            agenda.in(dice.between(0, sync * 2), trapped);
        }
    }

    /** Runs {@code what} during the next sync, or shortly after. */
    void trap(Runnable what) {
        trap = what;
    }

    /** Cuts it off; returns whether a group is gone that may have been acknowledged. */
    boolean cutOff(boolean inDoubt) {
        Last group = last;
        last = null;
        if (group == null) {
            return false;
        }
        if (agenda.now() < group.syncedAt) {
            if (dice.chance(0.5)) {
                group.change.revert();
            }
            return false;
        }
        if (inDoubt) {
            doubtful.add(group.stored);
        }
        boolean damaged = inDoubt && !group.isFar;
        if (damaged) {
            group.change.revert();
        }
        return damaged;
    }

    void forget() {
        last = null;
        doubtful.clear();
    }

    boolean takeDoubt(DatabaseRows stored) {
        return doubtful.remove(stored);
    }
}
