package io.mintmark.simulation.plan;

import io.mintmark.storage.postgresql.write.EtagLine;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What one run is made of; immutable. The same settings make the same run.
 *
 * @param seed decides everything else
 * @param shape what is behind the nodes
 * @param events how many events happen at most
 * @param clients how many clients there are
 * @param counters how many counters they may use
 * @param rest how many nanoseconds a client rests between two things
 * @param twin which rule is broken
 * @param faults which kinds of fault may happen
 * @param leftOut what does not happen
 */
public record Settings(
        long seed,
        Shape shape,
        long events,
        int clients,
        int counters,
        long rest,
        Twin twin,
        Set<Fault> faults,
        LeftOut leftOut) {
    /** Events that a thing costs which a client does. */
    private static final int EVENTS_A_THING = 7;

    private static final long EVENTS = 200_000;
    private static final int CLIENTS = 60;
    private static final int COUNTERS = 40;
    /** Some that a run uses up, and some that it comes through. */
    private static final List<Long> ETAG_BLOCKS =
            List.of(EtagLine.BLOCK, 24L, 384L, 96L, EtagLine.BLOCK, 96L, 24L, 384L);

    private static final int ALONE = 5;
    /** So few that a claim comes to those of the claim before it. */
    private static final long FEW_ETAGS = 48;

    /** Returns the usual settings of a seed: its shape is one of three. */
    public static Settings of(long seed) {
        Shape shape = Shape.values()[(int) Math.floorMod(seed, (long) Shape.values().length)];
        return new Settings(
                seed,
                shape,
                EVENTS,
                CLIENTS,
                COUNTERS,
                rest(EVENTS, CLIENTS),
                Twin.NONE,
                Fault.of(shape),
                LeftOut.NOTHING);
    }

    /** A run of that many events then lasts for the span over which incidents are spread. */
    private static long rest(long events, int clients) {
        long rest = Swarm.SPAN * clients * EVENTS_A_THING / Math.max(1, events);
        return Math.max(1, rest / Agenda.MILLI) * Agenda.MILLI;
    }

    /**
     * Returns whether nodes reserve numbers ahead: one of several does, the server of a directory does in each second
     * seed, and without transactions over several rows none does.
     */
    public boolean reservesAhead() {
        return shape == Shape.POSTGRESQL || (shape == Shape.SQLITE && seed % 2 == 0);
    }

    /** Returns whether one node alone is over a shared engine, as in each eighth seed. */
    public boolean isAlone() {
        boolean drawn = Math.floorMod(seed, ETAG_BLOCKS.size()) == ALONE;
        return shape == Shape.POSTGRESQL && (drawn || twin == Twin.ETAGS_NOT_RESERVED);
    }

    /** Returns how many etags a node reserves ahead: as shipped in each fourth seed, and fewer in the others. */
    public long etagBlock() {
        return twin == Twin.ETAGS_NOT_RESERVED ? FEW_ETAGS : ETAG_BLOCKS.get(Math.floorMod(seed, ETAG_BLOCKS.size()));
    }

    /** Returns the same with a broken rule, on the engine where it shows. */
    public Settings broken(Twin broken) {
        Settings there = broken == Twin.NONE ? this : on(broken.shape());
        return new Settings(seed, there.shape, events, clients, counters, rest, broken, there.faults, leftOut);
    }

    /** Returns the same of another size. */
    public Settings sized(long moreEvents, int moreClients, int moreCounters) {
        long pace = rest(moreEvents, moreClients);
        return new Settings(seed, shape, moreEvents, moreClients, moreCounters, pace, twin, faults, leftOut);
    }

    /** Returns the same on another engine. */
    public Settings on(Shape other) {
        return new Settings(seed, other, events, clients, counters, rest, twin, Fault.of(other), leftOut);
    }

    /** Returns the same, ended earlier. */
    public Settings until(long lastEvent) {
        return new Settings(seed, shape, lastEvent, clients, counters, rest, twin, faults, leftOut);
    }

    /** Returns the same with fewer clients and counters, each of which does as much as before. */
    public Settings fewer(int fewerClients, int fewerCounters) {
        return new Settings(seed, shape, events, fewerClients, fewerCounters, rest, twin, faults, leftOut);
    }

    /** Returns the same with clients that rest for so long. */
    public Settings resting(long nanos) {
        return new Settings(seed, shape, events, clients, counters, nanos, twin, faults, leftOut);
    }

    /** Returns the same with these kinds of fault only. */
    public Settings with(Collection<Fault> only) {
        Set<Fault> left = EnumSet.noneOf(Fault.class);
        left.addAll(only);
        return new Settings(seed, shape, events, clients, counters, rest, twin, left, leftOut);
    }

    /** Returns the same without a kind of fault. */
    public Settings without(Fault fault) {
        return with(faults.stream().filter(each -> each != fault).toList());
    }

    /** Returns the same where that does not happen. */
    public Settings without(LeftOut leftOutNow) {
        return new Settings(seed, shape, events, clients, counters, rest, twin, faults, leftOutNow);
    }
}
