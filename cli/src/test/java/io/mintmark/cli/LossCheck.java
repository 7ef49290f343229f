package io.mintmark.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The comparison of what is acknowledged with what a server shows, complete and yet cheap in most rounds.
 *
 * <p>Each look compares the highest issued number of each counter, every document that changed since the look before, and
 * a random sample of {@value #SAMPLE} among all documents. Every {@value #FULL_EVERY}th look and the last one are full:
 * they compare every document ever acknowledged. No client touches a document of an earlier start, so what was lost stays
 * lost until the next full look: a partial look finds a loss sooner, and the full ones miss none.
 */
final class LossCheck {
    static final int FULL_EVERY = 50;
    static final int SAMPLE = 200;

    private static final int LOST_LISTED_MAX = 10;
    private static final int IDS_PER_READ = 200;

    private final Acknowledged acknowledged;
    private final SplittableRandom random;
    private final Set<String> lost = new LinkedHashSet<>();
    private int looks;
    private int fullLooks;
    private long compared;

    LossCheck(Acknowledged acknowledged, SplittableRandom random) {
        this.acknowledged = acknowledged;
        this.random = random;
    }

    /** What a running server shows; a store to be checked. */
    interface Shown {
        /** Returns the stamps of those documents that are there, by id. */
        Map<String, String> read(Collection<String> ids) throws Exception;

        /** Returns where a HiLo counter stands. */
        long max(String tag) throws Exception;
    }

    /** Looks once, at everything if it is the last time; a broken promise is counted, not thrown. */
    void look(Shown shown, boolean last) throws Exception {
        looks++;
        if (last || looks % FULL_EVERY == 0) {
            fullLooks++;
            compare(acknowledged.documents(), shown);
        } else {
            compare(some(), shown);
        }
        acknowledged.forgetChanged();
        for (Map.Entry<String, Long> counter : acknowledged.highestIssued().entrySet()) {
            long max = shown.max(counter.getKey());
            require(max >= counter.getValue(), counter + " was issued but Max is " + max);
        }
    }

    private List<String> some() {
        Set<String> some = new LinkedHashSet<>(acknowledged.changed());
        List<String> all = acknowledged.documents();
        for (int i = 0; i < SAMPLE && !all.isEmpty(); i++) {
            some.add(all.get(random.nextInt(all.size())));
        }
        return new ArrayList<>(some);
    }

    private void compare(List<String> ids, Shown shown) throws Exception {
        compared += ids.size();
        for (int from = 0; from < ids.size(); from += IDS_PER_READ) {
            List<String> part = ids.subList(from, Math.min(ids.size(), from + IDS_PER_READ));
            Map<String, String> found = shown.read(part);
            for (String id : part) {
                String expected = acknowledged.stamp(id);
                require(expected.equals(found.getOrDefault(id, "")), id + " must be '" + expected + "'");
            }
        }
    }

    private void require(boolean kept, String what) {
        if (!kept) {
            lost.add(what);
        }
    }

    /** Returns how many promises were found broken, each counted once. */
    long lost() {
        return lost.size();
    }

    List<String> firstLost() {
        return lost.stream().limit(LOST_LISTED_MAX).toList();
    }

    /** Returns how thoroughly it was looked, in words. */
    String effort() {
        return String.format(
                Locale.ROOT,
                "%,d documents compared in %d looks (%d at everything, the others at what had changed and %d at random)",
                compared,
                looks,
                fullLooks,
                SAMPLE);
    }
}
