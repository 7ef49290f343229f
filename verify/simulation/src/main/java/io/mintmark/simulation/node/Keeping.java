package io.mintmark.simulation.node;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.cutoff.Homecoming;
import io.mintmark.storage.cutoff.JournalKeeper;
import io.mintmark.storage.cutoff.NodeJournal;
import io.mintmark.storage.cutoff.SteppedHomecoming;
import io.mintmark.support.Pending;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a process keeps while it is cut off, and how that comes home: shipped code, which looks while there is any. */
final class Keeping implements Homecoming.Engine {
    private static final String NAME = "shop";
    private static final long LOOK = 250 * Agenda.MILLI;

    private final NodeProcess process;
    private final World world;
    private final @Nullable JournalDisk disk;
    private final JournalKeeper keeper;
    private final Optional<SteppedHomecoming> way;
    private boolean looking;

    /** Keeps on {@code disk}, or nothing if it is null. */
    Keeping(NodeProcess process, @Nullable JournalDisk disk) {
        this.process = process;
        this.world = process.world();
        this.disk = disk;
        Optional<NodeJournal> journal = disk == null
                ? Optional.empty()
                : Optional.of(new NodeJournal(() -> new SimulatedJournal(process, this, disk), !disk.isUnused()));
        boolean early = world.settings().twin() == Twin.HOME_BEFORE_ANSWER;
        keeper = new JournalKeeper(journal, process.tag(), process::wallClock);
        way = journal.map(kept -> new SteppedHomecoming(kept, this, process::wallClock, this::await, early));
        if (isAny()) {
            look();
        }
    }

    static String nameOf(int database) {
        return NAME + database;
    }

    static int numberOf(String name) {
        return Integer.parseInt(name.substring(NAME.length()));
    }

    /** Returns the machine that it keeps on, or -1. */
    int machine() {
        return disk == null ? -1 : disk.machine();
    }

    Storage around(int name, int era, Storage storage) {
        return keeper.around(new DatabaseEntry(era, nameOf(name)), storage);
    }

    private boolean isAny() {
        return keeper.journal()
                .flatMap(NodeJournal::ifOpened)
                .filter(journal -> !journal.isEmpty())
                .isPresent();
    }

    /** Looks soon whether something can come home, and again until nothing is on its way. */
    void look() {
        if (!looking) {
            looking = true;
            world.agenda().in(LOOK, () -> process.run(this::lookNow));
        }
    }

    private void lookNow() {
        way.ifPresent(SteppedHomecoming::look);
        looking = false;
        if (isAny()) {
            look();
        }
    }

    @Override
    public boolean isThere() {
        return !process.isFenced() && process.reachesEngine();
    }

    /** What comes home finds its database as requests do. */
    @Override
    public Optional<Storage> database(String name) {
        int number = numberOf(name);
        if (!process.hasOpen(number) && world.engine().database(number) == null) {
            return Optional.empty();
        }
        OpenDatabase found = process.database(number);
        if (found == null) {
            throw new StorageUnreachableException(
                    "the database cannot be opened", new IllegalStateException("the engine is gone again"));
        }
        return Optional.of(found.storage());
    }

    /** Lets everything else happen until {@code pending} is settled, as a thread of this process waits for it. */
    void await(Pending<?> pending) {
        boolean[] settled = new boolean[1];
        pending.whenSettled(() -> settled[0] = true);
        while (!settled[0]) {
            boolean ended = process.isGone() || world.judge().violation().isPresent();
            if (ended || !world.agenda().runNext()) {
                throw new IllegalStateException("the process has ended");
            }
        }
    }
}
