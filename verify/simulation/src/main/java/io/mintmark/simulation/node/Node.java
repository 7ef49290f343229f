package io.mintmark.simulation.node;

import io.mintmark.document.NodeTag;
import io.mintmark.simulation.engine.Claims;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.write.NumbersAhead;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A place where one process of a node runs after the other: its machine, its clock, its tag, its supervisor. */
public final class Node {
    private static final long LAPSE = 10 * Agenda.SECOND;
    private static final long FEW_BEATS = 3 * Agenda.SECOND;

    private final World world;
    private final int slot;
    private final NodeTag tag;
    private final Map<String, NumbersAhead> owned = new HashMap<>();
    private final Map<String, NodeProcess> owners = new HashMap<>();
    private @Nullable NodeProcess process;
    private @Nullable JournalDisk disk;
    private @Nullable JournalDisk lingeringDisk;
    /** A process that was left to itself, and answers still where some clients know it. */
    private @Nullable NodeProcess lingering;

    private boolean wanted;
    private boolean starting;
    private long clockStep;
    private long witness;
    private boolean engineClockStepped;

    /** Creates the place number {@code slot}. */
    public Node(World world, int slot) {
        this.world = world;
        this.slot = slot;
        this.tag = NodeTag.of(String.valueOf((char) ('A' + slot)));
        this.disk = machine();
    }

    /** Only nodes that may be cut off from an engine keep anything. */
    private @Nullable JournalDisk machine() {
        return world.settings().shape() == Shape.POSTGRESQL ? world.machines().add() : null;
    }

    int slot() {
        return slot;
    }

    /** Begins; a process runs from now on if it is {@code wanted}. */
    public void begin(boolean wanted) {
        this.wanted = wanted;
        start();
        world.agenda().in(Agenda.SECOND, this::supervise);
    }

    private void supervise() {
        world.agenda().in(Agenda.SECOND, this::supervise);
        NodeProcess former = lingering;
        if (former != null && former.isFenced()) {
            endLingering();
        }
        NodeProcess now = process;
        if (wanted && now != null && now.isFenced() && !now.isPaused()) {
            stop();
        } else if (wanted && disk != null && disk.isEmpty()) {
            takeOverMachine();
        }
        if (wanted && process == null && !starting) {
            starting = true;
            world.agenda().in(world.dice().between(Agenda.SECOND, 4 * Agenda.SECOND), this::start);
        }
    }

    private void endLingering() {
        NodeProcess former = lingering;
        JournalDisk left = lingeringDisk;
        if (former != null) {
            former.end();
        }
        if (left != null) {
            world.machines().leave(left);
        }
        lingering = null;
        lingeringDisk = null;
    }

    /** What a process left that lost its tag is brought home by another one, perhaps under another tag. */
    private void takeOverMachine() {
        JournalDisk left = world.machines().takeLeft();
        if (left != null) {
            world.story().tell("node @ goes on with the journal of machine #", slot, left.machine());
            stop();
            disk = left;
        }
    }

    private void start() {
        starting = false;
        if (process != null || !wanted) {
            return;
        }
        if (!world.isShared()) {
            become(new Claim(tag, 0));
            return;
        }
        if (!mayClaim()) {
            return;
        }
        Claims.Holder seen = world.engine().claims().holder(tag);
        if (seen == null) {
            claim(null);
        } else {
            starting = true;
            // The engine's clock says how long a silence has to last that is proved by heartbeats.
            world.agenda().in(engineClockStepped ? FEW_BEATS : LAPSE, () -> {
                starting = false;
                claim(seen);
            });
        }
    }

    /** A claim is a write. */
    private boolean mayClaim() {
        return world.network().reachesEngine(slot) && !world.engine().refusesWrites();
    }

    private void claim(Claims.@Nullable Holder seen) {
        if (process != null || !wanted || !mayClaim()) {
            return;
        }
        Claims claims = world.engine().claims();
        if (claims.age() < witness && world.settings().twin() != Twin.OLDER_COPY_UNNOTICED) {
            claims.callOlder();
        }
        claims.claim(tag, seen).ifPresent(this::become);
    }

    private void become(Claim claim) {
        process = new NodeProcess(world, this, claim, disk);
        world.story().tell("node @ begins, claim #", slot, claim.epoch());
    }

    /** Brings a call to the process; nobody answers if there is none. */
    public void receive(Call call, Consumer<Answer> reply) {
        NodeProcess former = lingering;
        NodeProcess now = former != null && world.dice().chance(0.5) ? former : process;
        if (now == null) {
            world.network().toClient(slot, () -> reply.accept(Answer.refused()));
        } else {
            now.run(() -> now.serve(call, answer -> world.network().toClient(slot, () -> reply.accept(answer))));
        }
    }

    /** Ends the process at once. */
    public void stop() {
        endLingering();
        if (process != null) {
            process.end();
            process = null;
        }
    }

    /** Ends the process, if there is one, and starts none before {@link #want}. */
    public void want(boolean wanted) {
        this.wanted = wanted;
        if (!wanted) {
            stop();
        }
    }

    void restartSoon() {
        stop();
    }

    /** Returns the process, or null. */
    public @Nullable NodeProcess process() {
        return process;
    }

    /** Lets the process stand still. */
    public void pause() {
        if (process != null) {
            process.pause();
        }
    }

    /** Lets a process go on. */
    public static void goOn(@Nullable NodeProcess paused) {
        if (paused != null) {
            paused.goOn();
        }
    }

    /** Leaves the process that stands still to itself and lets another one begin, which takes the tag over. */
    public void replace() {
        if (lingering != null || process == null) {
            stop();
            return;
        }
        lingering = process;
        lingeringDisk = disk;
        process = null;
        disk = machine();
    }

    /** Ends the process, and takes from its disk what was not synced. */
    public void powerOff() {
        stop();
        if (disk != null) {
            JournalDisk.Lost lost = disk.cutOff();
            world.story()
                    .tell("   the machine of node @ loses its power, and # groups of its journal", slot, lost.groups());
            lost.lied().forEach(entry -> world.creations().lost(entry.home().life(), entry.document()));
        }
    }

    /** Returns the disk of its machine, or null where machines keep nothing. */
    public @Nullable JournalDisk disk() {
        return disk;
    }

    /** Returns whether documents of its process wait for the engine. */
    public boolean isKeeping() {
        return disk != null && !disk.isEmpty();
    }

    /** Steps the clock of the machine. */
    public void stepClock(long nanos) {
        clockStep += nanos;
    }

    /** Takes note that the engine's clock calls holders silent. */
    public void engineClockStepped() {
        engineClockStepped = true;
    }

    long clockStep() {
        return clockStep;
    }

    void witness(long age) {
        witness = Math.max(witness, age);
    }

    @Nullable NumbersAhead ownedByFormer(NodeProcess asking, String key) {
        return owners.get(key) == asking ? null : owned.remove(key);
    }

    void owns(NodeProcess owner, String key, NumbersAhead numbers) {
        owned.put(key, numbers);
        owners.put(key, owner);
    }

    /** Returns whether its only process lives, moves and has heard of its engine lately. */
    public boolean isWell() {
        NodeProcess now = process;
        return lingering == null && now != null && !now.isPaused() && !now.isFenced() && now.reachesEngine();
    }
}
