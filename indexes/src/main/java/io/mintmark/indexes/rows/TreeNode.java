package io.mintmark.indexes.rows;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node of a group's tree: entries, or up to {@value NodeName#BRANCHES} branches and what each came to. */
public sealed interface TreeNode {
    /** Returns how many entries there are in and below it. */
    long count();

    /** Returns what is to be reduced to its result, or null if the result of a branch is missing. */
    @Nullable List<String> values();

    /** Entries by their numbers. Changed in place. */
    record Leaf(TreeMap<Long, String> entries) implements TreeNode {
        /** More entries than this are shared out among branches, if there may be a level below. */
        public static final int ENTRIES_MAX = 32;

        public Leaf() {
            this(new TreeMap<>());
        }

        @Override
        public long count() {
            return entries.size();
        }

        @Override
        public List<String> values() {
            Collection<String> values = entries.values();
            return List.copyOf(values);
        }
    }

    /**
     * Branches. Changed in place.
     *
     * @param counts how many entries each has; 0 if there is no such branch
     * @param results what each came to, or null if it could not be evaluated or there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Branches(long[] counts, @Nullable String[] results) implements TreeNode {
        public Branches() {
            this(new long[NodeName.BRANCHES], new @Nullable String[NodeName.BRANCHES]);
        }

        @Override
        public long count() {
            return Arrays.stream(counts).sum();
        }

        @Override
        public @Nullable List<String> values() {
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0 && results[i] == null) {
                    return null;
                }
            }
            return Arrays.stream(results)
                    .filter(Objects::nonNull)
                    .<String>map(Objects::requireNonNull)
                    .toList();
        }

        public void set(int branch, long count, @Nullable String result) {
            counts[branch] = count;
            results[branch] = result;
        }
    }
}
