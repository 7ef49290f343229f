package io.mintmark.server.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A queue that serves parties by what they have cost so far: the one that cost least comes next, however many requests it
 * or the others sent. Within a party the order is kept. Not thread-safe.
 *
 * <p>Costs count only while somebody waits, and a party that comes late starts where the one served last stands, so that
 * nobody saves up for a burst: start-time fair queuing (Goyal, Vin and Cheng, IEEE/ACM Transactions on Networking 5(5),
 * 1997), with costs that are known afterwards and corrected then.
 *
 * @param <P> what tells parties apart
 * @param <E> what waits
 */
public final class FairQueue<P, E> {
    /** So many parties that wait for nothing are remembered before those are forgotten that owe nothing. */
    private static final int REMEMBERED = 1_024;

    private final Map<P, Party<P, E>> parties = new HashMap<>();
    /** Those for whom something waits, in the order of service. */
    private final TreeSet<Party<P, E>> order = new TreeSet<>(
            Comparator.<Party<P, E>>comparingLong(party -> party.cost).thenComparingLong(party -> party.number));

    private long costNow;
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

        Party(P name, long number, long cost) {
            this.name = name;
            this.number = number;
            this.cost = cost;
        }
    }

    /** Adds {@code element} behind what waits for the same party. */
    public void add(P name, E element) {
        Party<P, E> party = party(name);
        if (party.waiting.isEmpty()) {
            party.cost = Math.max(party.cost, costNow);
            order.add(party);
        }
        party.waiting.add(element);
        size++;
    }

    private Party<P, E> party(P name) {
        if (parties.size() > REMEMBERED + 2 * order.size()) {
            parties.values().removeIf(party -> party.waiting.isEmpty() && party.cost <= costNow);
        }
        return parties.computeIfAbsent(name, any -> new Party<>(name, numbers++, costNow));
    }

    /** Removes and returns what is next of the first party that {@code mayBeServed}; null if there is none. */
    public @Nullable E poll(Predicate<P> mayBeServed) {
        for (Party<P, E> party : order) {
            if (mayBeServed.test(party.name)) {
                return removeFrom(party);
            }
        }
        return null;
    }

    private E removeFrom(Party<P, E> party) {
        costNow = Math.max(costNow, party.cost);
        E element = party.waiting.remove();
        size--;
        // To be served costs something in itself, or those who cost nothing would keep the others out.
        setCost(party, party.cost + 1);
        if (party.waiting.isEmpty()) {
            order.remove(party);
        }
        forgetIfIdle();
        return element;
    }

    /** One that waits alone has its place in the order whatever it costs. */
    private void setCost(Party<P, E> party, long cost) {
        boolean moves = order.size() > 1 && order.remove(party);
        party.cost = cost;
        if (moves) {
            order.add(party);
        }
    }

    /** Where nobody waits, nobody is owed anything. */
    private void forgetIfIdle() {
        if (size == 0) {
            parties.clear();
            costNow = 0;
        }
    }

    /** Adds to what a party has cost; a negative cost corrects one that was expected too high. */
    public void charge(P name, long cost) {
        if (size == 0) {
            return;
        }
        Party<P, E> party = party(name);
        setCost(party, Math.max(0, party.cost + cost));
    }

    /** Removes from the front of every party what {@code isOver}, and returns it. */
    public List<E> removeFirst(Predicate<E> isOver) {
        List<E> removed = new ArrayList<>();
        for (Party<P, E> party : order) {
            while (!party.waiting.isEmpty() && isOver.test(party.waiting.element())) {
                removed.add(party.waiting.remove());
            }
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

    /** Returns how many wait for one party. */
    public int sizeOf(P name) {
        Party<P, E> party = parties.get(name);
        return party == null ? 0 : party.waiting.size();
    }
}
