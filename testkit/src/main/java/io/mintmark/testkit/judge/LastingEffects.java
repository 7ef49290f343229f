package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Says whether an effect certainly lasted during some time: that a document was there, or that it was gone.
 *
 * <p>An effect that was known before that time lasted, unless what undoes it may have acted after it: it began before
 * that time was over, and did not end before the effect began. Immutable.
 */
final class LastingEffects {
    /** The effect that began last among those known at an instant. */
    private final TreeMap<Long, Effect> known = new TreeMap<>();
    /** The latest end of what undoes it, among what began at an instant or before. */
    private final TreeMap<Long, Long> undone = new TreeMap<>();

    /**
     * Something that certainly happened.
     *
     * @param operation what caused it
     * @param knownAt when it had certainly happened
     */
    record Effect(Operation operation, long knownAt) {
        static List<Effect> of(List<Operation> completed) {
            return completed.stream()
                    .map(each -> new Effect(each, each.ended()))
                    .toList();
        }
    }

    LastingEffects(List<Effect> certain, List<Operation> undoing) {
        List<Effect> effects = new ArrayList<>(certain);
        effects.sort(Comparator.comparingLong(Effect::knownAt));
        Effect best = null;
        for (Effect each : effects) {
            best = best == null || each.operation.began() > best.operation.began() ? each : best;
            known.put(each.knownAt, best);
        }
        List<Operation> others = new ArrayList<>(undoing);
        others.sort(Comparator.comparingLong(Operation::began));
        long latest = Long.MIN_VALUE;
        for (Operation each : others) {
            latest = Math.max(latest, each.ended());
            undone.put(each.began(), latest);
        }
    }

    /** Returns what caused an effect that lasted while {@code operation} ran, or null if none certainly did. */
    @Nullable Operation during(Operation operation) {
        Map.Entry<Long, Effect> before = known.lowerEntry(operation.began());
        if (before == null) {
            return null;
        }
        Operation cause = before.getValue().operation;
        return mayBeUndone(cause.began(), operation.ended()) ? null : cause;
    }

    /** Returns whether what undoes an effect may have acted within that time. */
    boolean mayBeUndone(long from, long to) {
        Map.Entry<Long, Long> undoing = undone.floorEntry(to);
        return undoing != null && undoing.getValue() >= from;
    }
}
