package io.mintmark.server.numbers;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Tallies of the keys that are counted most often, in bounded memory, by the algorithm Space-Saving (Metwally, Agrawal
 * and El Abbadi, 2005). Thread-safe.
 *
 * <p>A new key takes the place of the one with the lowest rank if all places are taken. Its rank begins there, so that
 * each key with more than one in {@value #KEPT_MAX} of all counts keeps its place; its tally begins at zero, and so
 * never says more than what was counted.
 *
 * @param <K> what is counted
 */
public final class BusiestTallies<K> {
    /** How many keys have a tally at most. */
    public static final int KEPT_MAX = 1_024;

    private final int keptMax;
    private final Map<K, Tally> tallies = new ConcurrentHashMap<>();

    BusiestTallies() {
        this(KEPT_MAX);
    }

    BusiestTallies(int keptMax) {
        this.keptMax = keptMax;
    }

    /** What was counted of one key since it got its place. */
    public static final class Tally {
        private final long rankBefore;
        private final LongAdder ranges = new LongAdder();
        private final LongAdder numbers = new LongAdder();
        private final LongAdder identities = new LongAdder();
        private final LongAdder gaps = new LongAdder();

        private Tally(long rankBefore) {
            this.rankBefore = rankBefore;
        }

        void reserved(long size) {
            ranges.increment();
            numbers.add(size);
        }

        void taken() {
            identities.increment();
        }

        void lost(long unused) {
            gaps.add(unused);
        }

        private long rank() {
            return rankBefore + ranges.sum() + identities.sum();
        }

        /** Returns how many ranges were handed out. */
        public long ranges() {
            return ranges.sum();
        }

        /** Returns how many numbers these ranges have. */
        public long numbers() {
            return numbers.sum();
        }

        /** Returns how many numbers of identities were handed out. */
        public long identities() {
            return identities.sum();
        }

        /** Returns how many numbers came back and can never be used. */
        public long gaps() {
            return gaps.sum();
        }
    }

    /** Returns the tally to count in. */
    Tally of(K key) {
        Tally known = tallies.get(key);
        return known != null ? known : make(key);
    }

    /** Returns the tally of a key that was counted, if it has kept its place. */
    Optional<Tally> ofKnown(K key) {
        return Optional.ofNullable(tallies.get(key));
    }

    private synchronized Tally make(K key) {
        Tally known = tallies.get(key);
        if (known != null) {
            return known;
        }
        Tally made = new Tally(tallies.size() < keptMax ? 0 : forgetTheLowest());
        tallies.put(key, made);
        return made;
    }

    /** Returns the rank of the one that is forgotten. */
    private long forgetTheLowest() {
        K lowest = null;
        long rank = Long.MAX_VALUE;
        for (Map.Entry<K, Tally> each : tallies.entrySet()) {
            if (each.getValue().rank() < rank) {
                rank = each.getValue().rank();
                lowest = each.getKey();
            }
        }
        if (lowest != null) {
            tallies.remove(lowest);
        }
        return rank;
    }

    /** Returns at most {@code most} of the busiest keys that are {@code shown}, with their tallies. */
    public List<Map.Entry<K, Tally>> busiest(int most, Predicate<? super K> shown) {
        Comparator<Map.Entry<Long, Map.Entry<K, Tally>>> byRank = Map.Entry.comparingByKey(Comparator.reverseOrder());
        return tallies.entrySet().stream()
                .filter(each -> shown.test(each.getKey()))
                .map(each -> Map.entry(each.getValue().rank(), each))
                .sorted(byRank)
                .limit(most)
                .map(Map.Entry::getValue)
                .toList();
    }
}
