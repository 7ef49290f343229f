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
 * <p>The order is that of what each will have cost with its next element, if that costs what its latest ones did: among
 * those who cost the same so far, who asks for little need not wait for one large element of everybody else. Who is not
 * known yet is taken for cheap, once.
 *
 * @param <P> what tells parties apart
 * @param <E> what waits
 */
public final class FairQueue<P, E> {
    /** So many parties that wait for nothing are remembered before those are forgotten that owe nothing. */
    private static final int REMEMBERED = 1_024;
    /** Of what an element is expected to cost, so much is what the latest one did. */
    private static final int LEARNT = 8;

    private final Map<P, Party<P, E>> parties = new HashMap<>();
    /** Those for whom something waits, in the order of service. */
    private final TreeSet<Party<P, E>> order =
            new TreeSet<>(Comparator.<Party<P, E>>comparingLong(party -> party.cost + party.usual)
                    .thenComparingLong(party -> party.number));

    private long costNow;
    private long costMost;
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

        Party(P name, long number, long cost) {
            this.name = name;
            this.number = number;
            this.cost = cost;
        }
    }

    /** Adds {@code element} behind what waits for the same party. */
    public void add(P name, E element) {
        placed(name).waiting.addLast(element);
    }

    /** Adds {@code element} before what waits for the same party: what was begun, and holds something while it waits. */
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

    private void setCost(Party<P, E> party, long cost) {
        set(party, cost, party.usual);
    }

    /** One that waits alone has its place in the order whatever it costs. */
    private void set(Party<P, E> party, long cost, long usual) {
        boolean moves = order.size() > 1 && order.remove(party);
        party.cost = cost;
        party.usual = usual;
        costMost = Math.max(costMost, cost);
        if (moves) {
            order.add(party);
        }
    }

    /** Where nobody waits, nobody is owed anything: all start again where the one stands that cost most. */
    private void forgetIfIdle() {
        if (size == 0) {
            costNow = costMost;
        }
    }

    /** Learns what an element of that party cost in all, from which follows what the next one may cost. */
    public void learn(P name, long cost) {
        Party<P, E> party = party(name);
        set(party, party.cost, party.usual == 0 ? cost : party.usual + (cost - party.usual) / LEARNT);
    }

    /** Returns what an element of that party costs as a rule; 0 if nobody knows. */
    public long usual(P name) {
        Party<P, E> party = parties.get(name);
        return party == null ? 0 : party.usual;
    }

    /** Adds to what a party has cost; a negative cost corrects one that was expected too high. */
    public void charge(P name, long cost) {
        if (size == 0) {
            return;
        }
        Party<P, E> party = party(name);
        setCost(party, Math.max(0, party.cost + cost));
    }

    /** Removes what {@code isOver}, and returns it. */
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

    /** Returns how many wait for one party. */
    public int sizeOf(P name) {
        Party<P, E> party = parties.get(name);
        return party == null ? 0 : party.waiting.size();
    }
}
