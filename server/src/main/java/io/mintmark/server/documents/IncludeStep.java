package io.mintmark.server.documents;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A place on the paths of includes: which places lie in it, and whether ids do. Built by one thread, then read alone.
 */
final class IncludeStep {
    private final Map<String, IncludeStep> members = new HashMap<>(4);
    private @Nullable IncludeStep values;
    private @Nullable IncludeStep each;
    private final Set<IncludeAffix> ids = new LinkedHashSet<>(2);
    private final Set<IncludeAffix> keys = new LinkedHashSet<>(2);

    /** Returns the place that {@code name} leads to; makes it by {@code made} if there is none. */
    IncludeStep next(String name, Supplier<IncludeStep> made) {
        if (name.equals(IncludePath.VALUES)) {
            values = values == null ? made.get() : values;
            return values;
        }
        if (name.equals(IncludePath.EACH)) {
            each = each == null ? made.get() : each;
            return each;
        }
        return members.computeIfAbsent(name, any -> made.get());
    }

    /** Takes note that ids are here, or names of members that are ids; returns whether that is new. */
    boolean end(boolean areKeys, IncludeAffix affix) {
        return (areKeys ? keys : ids).add(affix);
    }

    /** Returns the place of one member alone. */
    @Nullable IncludeStep member(String name) {
        return members.get(name);
    }

    Set<IncludeAffix> ids() {
        return ids;
    }

    Set<IncludeAffix> keys() {
        return keys;
    }

    /**
     * A place that the walk through a document has reached.
     *
     * @param step which
     * @param inArray whether the walk is at an element of it, so that {@code []} has been taken
     */
    record Reached(IncludeStep step, boolean inArray) {
        /** Adds what is reached in a member of that name. */
        void addMember(String name, List<Reached> next) {
            add(step.members.get(name), next);
            add(step.values, next);
            if (!inArray) {
                add(step.each, next);
            }
        }

        /** Adds what is reached in an element of the array that is here. */
        void addElement(List<Reached> next) {
            boolean ignored = next.add(new Reached(step, true));
            if (!inArray) {
                add(step.each, next);
            }
        }

        private static void add(@Nullable IncludeStep step, List<Reached> next) {
            if (step != null) {
                boolean ignored = next.add(new Reached(step, false));
            }
        }
    }
}
