package io.mintmark.simulation.plan;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What does not happen in a run; whatever is left happens as its dice decide, which nobody else's change. Immutable.
 *
 * @param incidents numbers of incidents
 * @param clients numbers of clients that do nothing
 * @param things what no client does
 * @param before nanoseconds before which no client does anything
 */
public record LeftOut(Set<Integer> incidents, Set<Integer> clients, Set<Thing> things, long before) {
    /** Everything happens. */
    public static final LeftOut NOTHING = new LeftOut(Set.of(), Set.of(), Set.of(), 0);

    /** What a client can do. */
    public enum Thing {
        /** Reserves ranges and issues their numbers. */
        COUNTERS,
        /** Gives ranges back. */
        RETURNS,
        /** Takes numbers of identities. */
        IDENTITIES,
        /** Stores documents of its own, and reads them. */
        DOCUMENTS,
        /** Creates documents where a node may be cut off, and reads, replaces and deletes them. */
        CREATIONS,
        /** Changes documents that others change, too. */
        CHANGES,
        /** Reads lists and streams of changes. */
        WALKS
    }

    /** Returns the same without an incident. */
    public LeftOut incident(int number) {
        return new LeftOut(with(incidents, number), clients, things, before);
    }

    /** Returns the same without a client. */
    public LeftOut client(int number) {
        return new LeftOut(incidents, with(clients, number), things, before);
    }

    /** Returns the same without a thing. */
    public LeftOut thing(Thing thing) {
        return new LeftOut(incidents, clients, with(things, thing), before);
    }

    /** Returns the same, with all clients idle until {@code nanos}. */
    public LeftOut before(long nanos) {
        return new LeftOut(incidents, clients, things, nanos);
    }

    private static <T> Set<T> with(Set<T> some, T more) {
        return Stream.concat(some.stream(), Stream.of(more)).collect(Collectors.toCollection(TreeSet::new));
    }
}
