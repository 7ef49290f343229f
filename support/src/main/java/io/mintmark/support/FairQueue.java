package io.mintmark.support;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A queue that serves parties by what they have cost so far: the one that cost least comes next, however many requests
 * it or the others sent. Within a party the order is kept. Not thread-safe.
 *
 * <p>Costs count only while somebody waits, and a party that comes late starts where the one served last stands, so
 * that nobody saves up for a burst: start-time fair queuing (Goyal, Vin and Cheng, IEEE/ACM Transactions on Networking
 * 5(5), 1997), with costs that are known afterwards and corrected then.
 *
 * <p>Parties are ordered by their cost after the next element, if that costs as much as their latest ones did: among
 * parties of the same cost so far, one that asks for little need not wait for a large element of each other one. A
 * party that is not known yet counts as average.
 *
 * <p>New arrivals cannot overtake a long waiter for ever: their starting point moves on, with each element that is
 * served, by the part of it that each waiting party would have had (the virtual time of Demers, Keshav and Shenker,
 * SIGCOMM 1989). If it stood still, parties that were never seen before, one after the other, would keep all others
 * waiting.
 *
 * @param <P> what tells parties apart
 * @param <E> what waits
 */
public final class FairQueue<P, E> {
    /**
     * How many parties without waiting elements are remembered; the one not heard of for longest is forgotten first.
     */
    static final int REMEMBERED = 4_096;
    /** How many parties are forgotten at once, because those that wait are passed over. */
    private static final int FORGOTTEN_AT_ONCE = 512;
    /** Weight of the latest cost in the moving average: one part in this many. */
    private static final int LEARNT = 8;

    /** In the order in which they were last heard of. */
    private final Map<P, Party<P, E>> parties = new LinkedHashMap<>(16, 0.75f, true);
    /** Parties with waiting elements, in the order of service. */
    private final TreeSet<Party<P, E>> order =
            new TreeSet<>(Comparator.<Party<P, E>>comparingLong(party -> party.cost + party.usual)
                    .thenComparingLong(party -> party.number));

    private long costNow;
    private long costMost;
    private long usualOfAll;
    private long numbers;
    private int size;

    /** Creates an empty queue. */
    public FairQueue() {}

    /** One party while it waits or its cost is remembered. */
    private static final class Party<P, E> {
        private final P name;
        private final long number;
        private final Deque<E> waiting = new ArrayDeque<>(4);
        private long cost;
        private long usual;
        private boolean known;

        Party(P name, long number, long cost, long usual) {
            this.name = name;
            this.number = number;
            this.cost = cost;
            this.usual = usual;
        }
    }

    /** Adds {@code element} after others of the same party. */
    public void add(P name, E element) {
        placed(name).waiting.addLast(element);
    }

    /** Adds {@code element} before others of the same party: one that was begun, and holds something while it waits. */
    public void addFirst(P name, E element) {
        placed(name).waiting.addFirst(element);
    }

    private Party<P, E> placed(P name) {
        Party<P, E> party = party(name);
        if (party.waiting.isEmpty()) {
            party.cost = Math.max(party.cost, costNow);
            order.add(party);
        }
        size++;
        return party;
    }

    private Party<P, E> party(P name) {
        Party<P, E> known = parties.get(name);
        return known == null ? newcomer(name) : known;
    }

    private Party<P, E> newcomer(P name) {
        if (parties.size() - order.size() >= REMEMBERED) {
            forgetEldest();
        }
        Party<P, E> party = new Party<>(name, numbers++, costNow, usualOfAll);
        parties.put(name, party);
        return party;
    }

    private void forgetEldest() {
        Iterator<Party<P, E>> eldest = parties.values().iterator();
        for (int forgotten = 0; forgotten < FORGOTTEN_AT_ONCE && eldest.hasNext(); ) {
            if (eldest.next().waiting.isEmpty()) {
                eldest.remove();
                forgotten++;
            }
        }
    }

    /** Removes and returns the next element of the first party that {@code mayBeServed}; null if there is none. */
    public @Nullable E poll(Predicate<P> mayBeServed) {
        for (Party<P, E> party : order) {
            if (mayBeServed.test(party.name)) {
                return removeFrom(party);
            }
        }
        return null;
    }

    private E removeFrom(Party<P, E> party) {
        costNow = Math.max(costNow, party.cost) + Math.max(1, party.usual / order.size());
        E element = party.waiting.remove();
        size--;
        // Being served costs something in itself, or parties that cost nothing would keep the others out.
        setCost(party, party.cost + 1);
        if (party.waiting.isEmpty()) {
            order.remove(party);
        }
        forgetIfIdle();
        return element;
    }

    private void setCost(Party<P, E> party, long cost) {
        set(party, cost, party.usual);
    }

    /** A party that waits alone keeps its place in the order whatever it costs. */
    private void set(Party<P, E> party, long cost, long usual) {
        boolean moves = order.size() > 1 && order.remove(party);
        party.cost = cost;
        party.usual = usual;
        costMost = Math.max(costMost, cost);
        if (moves) {
            order.add(party);
        }
    }

    /** Where nobody waits, nobody is owed anything: all start again at the highest cost. */
    private void forgetIfIdle() {
        if (size == 0) {
            costNow = Math.max(costNow, costMost);
        }
    }

    /** Adds what an element of that party cost in all to its cost, and learns from it. */
    public void took(P name, long cost) {
        charge(name, cost);
        learn(name, cost);
    }

    /** Learns what an element of that party cost in all, to expect the cost of the next one. */
    public void learn(P name, long cost) {
        usualOfAll = learnt(usualOfAll, cost);
        Party<P, E> party = party(name);
        long usual = party.known ? learnt(party.usual, cost) : cost;
        party.known = true;
        set(party, party.cost, usual);
    }

    private static long learnt(long usual, long cost) {
        return usual + (cost - usual) / LEARNT;
    }

    /** Returns what an element of that party usually costs; for an unknown party, the average of all. */
    public long usual(P name) {
        Party<P, E> party = parties.get(name);
        return party == null || !party.known ? usualOfAll : party.usual;
    }

    /** Adds to a party's cost; a negative number corrects an expectation that was too high. */
    public void charge(P name, long cost) {
        if (size == 0) {
            return;
        }
        Party<P, E> party = party(name);
        setCost(party, Math.max(0, party.cost + cost));
    }

    /** Removes the elements that {@code isOver}, and returns them. */
    public List<E> removeIf(Predicate<E> isOver) {
        List<E> removed = new ArrayList<>();
        for (Party<P, E> party : order) {
            party.waiting.removeIf(element -> isOver.test(element) && removed.add(element));
        }
        order.removeIf(party -> party.waiting.isEmpty());
        size -= removed.size();
        forgetIfIdle();
        return removed;
    }

    /** Returns how many wait. */
    public int size() {
        return size;
    }

    /** Returns how many parties are remembered, those that wait included. */
    int remembered() {
        return parties.size();
    }

    /** Returns how many wait for one party. */
    public int sizeOf(P name) {
        Party<P, E> party = parties.get(name);
        return party == null ? 0 : party.waiting.size();
    }
}
