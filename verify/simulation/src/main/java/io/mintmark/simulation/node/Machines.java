package io.mintmark.simulation.node;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.simulation.plan.Settings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The machines of nodes, each with a disk for a journal; some were left by a process that lost its tag. */
public final class Machines {
    /** Apart from all other dice, so that a run without journals is the same with them. */
    private static final long OWN = 0x6a09e667f3bcc909L;

    private final Agenda agenda;
    private final Dice dice;
    private final List<JournalDisk> all = new ArrayList<>();
    private final Deque<JournalDisk> left = new ArrayDeque<>();

    /** Has no machine yet. */
    public Machines(Settings settings, Agenda agenda) {
        this.agenda = agenda;
        this.dice = new Dice(settings.seed() ^ OWN);
    }

    JournalDisk add() {
        JournalDisk disk = new JournalDisk(all.size(), agenda, dice.split());
        all.add(disk);
        return disk;
    }

    /** Leaves a disk to whoever has none of its own to empty. */
    void leave(JournalDisk disk) {
        left.addLast(disk);
    }

    /** Returns a disk that was left and has something on its way home, or null. */
    @Nullable JournalDisk takeLeft() {
        left.removeIf(JournalDisk::isEmpty);
        return left.pollFirst();
    }

    long delay(long mean) {
        return dice.delay(mean);
    }

    /** Returns the first machine whose journal has something on its way home, or -1. */
    public int firstWaiting() {
        return all.stream()
                .filter(disk -> !disk.isEmpty())
                .map(JournalDisk::machine)
                .findFirst()
                .orElse(-1);
    }
}
