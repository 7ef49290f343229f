package io.mintmark.simulation.node;

import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.simulation.engine.Claims;
import io.mintmark.simulation.engine.DatabaseRows;
import io.mintmark.simulation.engine.NodeSide;
import io.mintmark.simulation.engine.OpenedRows;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.Storage;
import io.mintmark.storage.cutoff.ClaimSlices;
import io.mintmark.storage.cutoff.SlicedStorage;
import io.mintmark.storage.group.NodeRangeStorage;
import io.mintmark.storage.group.ReservationAmount;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.write.NumbersAhead;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One process of a node, from its start to its end. */
public final class NodeProcess implements NodeSide {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private final World world;
    private final Node node;
    private final Claim claim;
    private final ClaimSlices slices;
    private final Breaker breaker;
    private final Keeping keeping;
    private final Map<Integer, OpenDatabase> open = new HashMap<>();
    private final List<Runnable> deferred = new ArrayList<>();
    private @Nullable Runnable trap;
    private boolean gone;
    private boolean paused;
    private boolean fenced;
    private long beats;
    private long age;

    NodeProcess(World world, Node node, Claim claim, @Nullable JournalDisk disk) {
        this.world = world;
        this.node = node;
        this.claim = claim;
        this.breaker = new Breaker(world, node.slot());
        this.keeping = new Keeping(this, disk);
        this.slices = new ClaimSlices(
                claim.tag(),
                world.settings().twin() == Twin.SLICE_OF_OLDER_EPOCH ? node.slot() + 1 : claim.epoch(),
                claim.sliceSerialsAfter(),
                this::wallClock,
                epoch -> Optional.empty());
        if (world.isShared()) {
            beats = world.engine().claims().beats(claim);
            age = world.engine().claims().age();
            world.agenda().in(Agenda.SECOND, () -> run(this::beat));
        }
    }

    World world() {
        return world;
    }

    void tell(String what) {
        world.story().tell("node @ " + what, node.slot());
    }

    /** Runs {@code what} now, or when the process goes on, or never if it ended. */
    void run(Runnable what) {
        if (paused && !gone) {
            deferred.add(what);
        } else if (!gone) {
            what.run();
        }
    }

    /** Runs {@code what} between the next reading of rows and their setting. */
    public void beforeNextSet(Runnable what) {
        trap = what;
    }

    @Override
    public void beforeSet() {
        Runnable trapped = trap;
        trap = null;
        if (trapped != null) {
            trapped.run();
        }
    }

    /** Stands still. */
    public void pause() {
        paused = true;
    }

    /** Goes on. */
    public void goOn() {
        paused = false;
        List<Runnable> waiting = new ArrayList<>(deferred);
        deferred.clear();
        waiting.forEach(each -> world.agenda().in(0, () -> run(each)));
    }

    void end() {
        gone = true;
        deferred.clear();
    }

    private void beat() {
        if (fenced) {
            return;
        }
        world.agenda().in(Agenda.SECOND, () -> run(this::beat));
        if (breaker.takesHeartbeat()) {
            heard(world.engine().claims().beat(claim));
        }
    }

    private void heard(Claims.Beat beat) {
        boolean notices = world.settings().twin() != Twin.OLDER_COPY_UNNOTICED;
        if (!beat.mine() && world.settings().twin() != Twin.FENCE_MISSING) {
            fence("the tag is another one's");
        } else if (notices && beat.older()) {
            fence("the store is marked as an older copy");
        } else if (notices && beat.mine() && (beat.beats() <= beats || beat.age() < age)) {
            world.engine().claims().callOlder();
            fence("the store is an older copy");
        } else {
            beats = Math.max(beats, beat.beats());
            age = Math.max(age, beat.age());
            node.witness(age);
            closeDropped();
            open.values().forEach(each -> each.lift(claim.tag()));
            breaker.answered();
        }
    }

    private void fence(String why) {
        fenced = true;
        open.clear();
        world.story().tell("node @ serves no more: " + why, node.slot());
    }

    /** The heartbeat tells which databases are there. */
    private void closeDropped() {
        open.values().removeIf(each -> world.engine().database(each.rows().name()) != each.rows());
    }

    void serve(Call call, Consumer<Answer> reply) {
        OpenDatabase database = fenced ? null : database(call.name());
        if (database == null) {
            reply.accept(Answer.refused());
            return;
        }
        try {
            database.serve(call, reply);
        } catch (RuntimeException why) {
            reply.accept(database.refused(why));
        }
    }

    boolean hasOpen(int name) {
        return open.containsKey(name);
    }

    @Nullable OpenDatabase database(int name) {
        if (!world.isShared()) {
            // The only server is the one that drops databases.
            closeDropped();
        }
        OpenDatabase known = open.get(name);
        if (known != null && known.hasFailed()) {
            open.remove(name);
            known = null;
            if (world.settings().shape() == Shape.SQLITE) {
                // A writer that stopped is opened again by a restart.
                node.restartSoon();
                return null;
            }
        }
        return known == null ? open(name) : known;
    }

    private @Nullable OpenDatabase open(int name) {
        DatabaseRows rows = reachesEngine() ? world.engine().database(name) : null;
        if (rows == null) {
            return null;
        }
        OpenedRows opened = world.engine().open(rows, this);
        if (opened == null) {
            return null;
        }
        Storage storage = new SimulatedStorage(Keeping.nameOf(name), this, opened);
        Storage served = keeping.around(name, rows.era(), behindRanges(sliced(storage, name), opened));
        OpenDatabase database = new OpenDatabase(this, opened, served);
        open.put(name, database);
        return database;
    }

    /** The breaker opens and closes with the wire. */
    private Storage sliced(Storage storage, int name) {
        if (world.settings().shape() != Shape.POSTGRESQL) {
            return storage;
        }
        String place = world.settings().twin() == Twin.SLICE_BEGUN_ANEW ? storage.life() : Keeping.nameOf(name);
        return new SlicedStorage(storage, place, slices, () -> !reachesEngine());
    }

    private Storage behindRanges(Storage storage, OpenedRows opened) {
        Settings settings = world.settings();
        if (!settings.reservesAhead()) {
            return storage;
        }
        ReservationAmount amount =
                settings.shape() == Shape.SQLITE ? ReservationAmount.LOCAL_DISK : ReservationAmount.SHARED_STORE;
        Ticker ticker = this::ticks;
        return new NodeRangeStorage(storage, claim.tag(), opened.serials(), amount, this::wallClock, ticker);
    }

    @Nullable NumbersAhead ownedByFormer(String key) {
        return node.ownedByFormer(this, key);
    }

    void owns(String key, NumbersAhead numbers) {
        node.owns(this, key, numbers);
    }

    boolean isFenced() {
        return fenced;
    }

    @Override
    public boolean isPaused() {
        return paused;
    }

    @Override
    public boolean isCutOff() {
        return world.network().isCutFromEngine(node.slot());
    }

    @Override
    public NodeTag tag() {
        return claim.tag();
    }

    @Override
    public Claim claim() {
        return claim;
    }

    @Override
    public Instant wallClock() {
        return BEGINNING.plusNanos(world.agenda().now() + node.clockStep());
    }

    @Override
    public long ticks() {
        return world.agenda().now();
    }

    @Override
    public boolean reachesEngine() {
        return breaker.isClosed();
    }

    /** Returns whether the engine can be read, also where it takes no writes. */
    boolean readsEngine() {
        return breaker.reads();
    }

    /** Returns the machine that it runs on, or -1 where machines keep nothing. */
    int machine() {
        return keeping.machine();
    }

    @Override
    public boolean losesAnswer() {
        return world.network().losesAnswer(node.slot());
    }

    @Override
    public boolean isGone() {
        return gone;
    }

    @Override
    public long beats() {
        return beats;
    }
}
