package io.mintmark.simulation.engine;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Story;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.evaluation.FormerLives;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.postgresql.claim.StoreRaise;
import io.mintmark.storage.sqlite.write.SqliteRules;
import io.mintmark.storage.write.LeastRaise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What outlives every node: databases, their lives, the claims of nodes, and the disk under them. */
public final class Engine {
    private static final int TOO_SMALL = 3;
    private static final long ALIKE = 1L << 16;

    private final Shape shape;
    private final Twin twin;
    private final long etagBlock;
    private final Agenda agenda;
    private final Dice dice;
    private final Story story;
    private final Map<Integer, Integer> eras = new HashMap<>();

    private Contents contents = new Contents();
    private final SyncedDisk disk;
    private int putBacks;
    private long owners;
    private long raises;
    private final HeldRows held = new HeldRows();
    private long clockStep;
    private long commits;
    private boolean full;
    private boolean readOnly;
    private boolean slow;

    /** What a copy of the engine has. */
    public static final class Contents {
        private final Map<Integer, DatabaseRows> databases = new TreeMap<>();
        private FormerMemory former = new FormerMemory();
        private Map<Integer, Map<String, Long>> ahead = new HashMap<>();
        private Claims claims = new Claims();
        private long firstMax;
        private long made;
        private long raises;

        private Contents copy() {
            Contents copy = new Contents();
            databases.forEach((name, rows) -> copy.databases.put(name, rows.copy()));
            copy.former = former.copy();
            ahead.forEach((name, ends) -> copy.ahead.put(name, new HashMap<>(ends)));
            copy.claims = claims.copy();
            copy.firstMax = firstMax;
            copy.made = made;
            copy.raises = raises;
            return copy;
        }
    }

    /** Creates an engine without databases, as {@code settings} want it. */
    public Engine(Settings settings, Agenda agenda, Dice dice, Story story) {
        this.shape = settings.shape();
        this.twin = settings.twin();
        this.etagBlock = settings.etagBlock();
        this.agenda = agenda;
        this.dice = dice;
        this.story = story;
        this.disk = new SyncedDisk(agenda, dice);
    }

    static String nameOf(int name) {
        return "shop" + name;
    }

    /** Returns the shape. */
    public Shape shape() {
        return shape;
    }

    /** Returns the rule that is broken. */
    public Twin twin() {
        return twin;
    }

    /** Returns how many etags a node reserves ahead. */
    long etagBlock() {
        return etagBlock;
    }

    /** Returns the claims of nodes. */
    public Claims claims() {
        return contents.claims;
    }

    /** Returns a database, or null. */
    public @Nullable DatabaseRows database(int name) {
        return contents.databases.get(name);
    }

    /** Returns how often a name was dropped. */
    public int era(int name) {
        return eras.getOrDefault(name, 0);
    }

    /** Returns how often the store was put back, or lost a group. */
    public int putBacks() {
        return putBacks;
    }

    /** Returns what opens a database for a node; null if it may not. */
    public @Nullable OpenedRows open(DatabaseRows stored, NodeSide node) {
        return OpenedRows.of(this, stored, node);
    }

    boolean isCurrent(DatabaseRows stored) {
        return contents.databases.get(stored.name) == stored;
    }

    boolean mayBeUsed(Claim claim, long beats) {
        return contents.claims.mayBeUsed(claim, beats);
    }

    FormerLives former() {
        return contents.former;
    }

    long aheadBefore(int name, String counterKey) {
        return contents.ahead.getOrDefault(name, Map.of()).getOrDefault(counterKey, 0L);
    }

    long nextOwner() {
        return ++owners;
    }

    /** Makes a database, if there is none of that name. */
    public @Nullable DatabaseRows create(int name) {
        if (contents.databases.containsKey(name)) {
            return null;
        }
        contents.made++;
        String id = String.format("sim%05d%05d%09d", putBacks, name, contents.made);
        DatabaseRows rows = new DatabaseRows(name, id, era(name), contents.firstMax);
        contents.databases.put(name, rows);
        return rows;
    }

    /** Undoes a creation, unless somebody has used the database since; returns whether it is gone. */
    public boolean takeBack(DatabaseRows created) {
        List.copyOf(created.flights).forEach(InFlight::settle);
        boolean undone = isCurrent(created) && (!created.isUsed() || twin == Twin.UNDONE_BY_NAME);
        if (undone) {
            contents.databases.remove(created.name);
        }
        return undone;
    }

    /** Drops a database, after all groups that were under way in it have ended; returns what was dropped. */
    public @Nullable DatabaseRows drop(int name) {
        DatabaseRows gone = contents.databases.remove(name);
        if (gone != null) {
            List.copyOf(gone.flights).forEach(InFlight::settle);
            int ignored = eras.merge(name, 1, Integer::sum);
            former().remember(nameOf(name), HighestOf.counters(gone));
            Map<String, Long> ahead = contents.ahead.computeIfAbsent(name, any -> new HashMap<>());
            gone.counters.forEach((key, counter) -> {
                if (counter.aheadEnd() > 0) {
                    ahead.merge(key, counter.aheadEnd(), Math::max);
                }
            });
        }
        return gone;
    }

    /** Returns a copy of everything, as a backup is one. */
    public Contents copy() {
        return contents.copy();
    }

    /** Puts a copy in the place of everything. */
    public void putBack(Contents copy) {
        contents.databases.values().forEach(rows -> List.copyOf(rows.flights).forEach(InFlight::abort));
        disk.forget();
        contents = copy;
        contents.databases.values().forEach(rows -> rows.era = era(rows.name));
        putBacks++;
    }

    /**
     * Raises everything after a copy was put back, by what it asks for at least, and by that once more for each raise
     * that the copy does not know of, as operators are told to.
     */
    public void raise() {
        long least = LeastRaise.of(Optional.empty(), 0).by();
        long unknown = twin == Twin.RAISED_AS_BEFORE ? 0 : raises - contents.raises;
        long by = twin == Twin.RAISE_TOO_SMALL ? TOO_SMALL : least * (unknown + 1);
        raises++;
        contents.raises = raises;
        for (DatabaseRows rows : contents.databases.values()) {
            rows.raise(by);
            rows.incarnation++;
            rows.firstMax += by;
        }
        contents.firstMax += twin == Twin.MADE_ANEW_FROM_ONE ? 0 : by;
        contents.claims.raised(
                by,
                twin == Twin.BEATS_NOT_RAISED ? 0 : by,
                twin == Twin.EPOCHS_SKIPPED_ALIKE ? ALIKE : StoreRaise.epochs(by));
        story.tell("the store is raised by #", by);
    }

    /** The process of the only writer ended, or its power was cut; {@code inDoubt} if its last commit is damaged. */
    public boolean cutOff(boolean inDoubt) {
        boolean lost = disk.cutOff(inDoubt);
        putBacks += lost ? 1 : 0;
        return lost;
    }

    /** Runs {@code what} while the next group is synced, or shortly after. */
    public void duringNextSync(Runnable what) {
        disk.trap(what);
    }

    void written(DatabaseRows stored, Change change, long sync, boolean isFar) {
        disk.written(stored, change, sync, isFar);
    }

    /** A file whose last commit is in doubt is raised before anything is served from it. */
    void settleDoubt(DatabaseRows stored) {
        if (disk.takeDoubt(stored) && twin != Twin.DOUBT_NOT_RAISED) {
            long etag = stored.etag;
            stored.raise(SqliteRules.DOUBT);
            stored.etag = twin == Twin.ETAGS_NOT_RAISED ? etag : stored.etag;
        }
    }

    /** Begins a transaction whose COMMIT is not answered; what becomes of it is drawn. */
    InFlight inFlight(DatabaseRows stored, Change change, String lane, LaneRow after) {
        LaneRow before = stored.lanes.getOrDefault(lane, after);
        InFlight flight =
                new InFlight(stored, change, lane, before, after, dice.chance(0.5), dice.chance(0.5), dice.chance(0.5));
        story.tell("a COMMIT of group # is not answered", after.groups());
        agenda.in(dice.between(50 * Agenda.MILLI, 8 * Agenda.SECOND), flight::settle);
        return flight;
    }

    /** The engine itself ended and came back: what was not committed is undone. */
    public void restart() {
        contents.databases.values().forEach(rows -> List.copyOf(rows.flights).forEach(InFlight::settle));
    }

    void committed() {
        commits++;
    }

    /** Returns how many groups were committed. */
    public long commits() {
        return commits;
    }

    long commitNanos() {
        long usual = 200_000 + dice.delay(Agenda.MILLI);
        return slow ? usual * 100 : usual;
    }

    /** Lets other nodes act between a read and a write. */
    void letOthersAct() {
        agenda.runUntil(agenda.now() + 100_000 + dice.delay(slow ? 50 * Agenda.MILLI : Agenda.MILLI));
    }

    /** Lets everything else happen until {@code node} goes on, or ends. */
    void letOthersActWhilePaused(NodeSide node) {
        while (node.isPaused() && !node.isGone()) {
            boolean ignored = agenda.runNext();
        }
    }

    HeldRows held() {
        return held;
    }

    /** Returns what its clock shows, in nanoseconds. */
    long clock() {
        return agenda.now() + clockStep;
    }

    /** Steps its clock. */
    public void stepClock(long nanos) {
        clockStep += nanos;
    }

    /** Returns whether it takes no writes now. */
    public boolean refusesWrites() {
        return full || readOnly;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    /** Says whether its disk is full. */
    public void fillDisk(boolean full) {
        this.full = full;
    }

    /** Says whether it takes no writes, as a standby does. */
    public void allowReadsOnly(boolean readOnly) {
        this.readOnly = readOnly;
    }

    /** Says whether commits take long. */
    public void slowDown(boolean slow) {
        this.slow = slow;
    }
}
