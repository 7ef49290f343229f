package io.mintmark.storage.index;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Up to which number the writes of each node were read, or made: several nodes have no common number. Immutable.
 *
 * <p>A larger number of one node may be committed before a smaller one of another, so one number for all would skip
 * writes.
 */
public final class NodePositions {
    /** Before all writes. */
    public static final NodePositions NONE = new NodePositions(new TreeMap<>());

    /** Stands for whoever wrote, where one writer numbers everything; its position is a number alone. */
    private static final String ANY_NODE = "";

    private final SortedMap<String, Long> etags;

    private NodePositions(SortedMap<String, Long> etags) {
        this.etags = Collections.unmodifiableSortedMap(etags);
    }

    /** Returns positions by the tags of nodes. */
    public static NodePositions of(Map<String, Long> etags) {
        return new NodePositions(new TreeMap<>(etags));
    }

    /** Returns the position in what one writer numbers, whatever its node is called. */
    public static NodePositions ofOneWriter(long etag) {
        return etag == 0 ? NONE : of(Map.of(ANY_NODE, etag));
    }

    /** Returns whether one writer numbers everything. */
    public boolean isOfOneWriter() {
        return etags.containsKey(ANY_NODE);
    }

    /** Returns what {@link #text} returned. */
    public static NodePositions parse(@Nullable String text) {
        SortedMap<String, Long> etags = new TreeMap<>();
        if (text != null && text.matches("[0-9]+")) {
            etags.put(ANY_NODE, Long.parseLong(text));
        } else if (text != null) {
            for (String each : text.split(",", -1)) {
                int colon = each.indexOf(':');
                if (colon < 1) {
                    throw new IllegalArgumentException(
                            "A position must be NODE:NUMBER, one for each node, with commas between: " + text);
                }
                etags.put(each.substring(0, colon), Long.parseLong(each.substring(colon + 1)));
            }
        }
        return new NodePositions(etags);
    }

    /** Returns the number of a node; 0 if nothing of it was read. */
    public long of(String node) {
        return etags.getOrDefault(node, 0L);
    }

    /** Returns whether everything that {@code other} has is before this one. */
    public boolean covers(NodePositions other) {
        return other.etags.entrySet().stream().allMatch(each -> of(each.getKey()) >= each.getValue());
    }

    /** Returns all of them by the tags of nodes, in their order. */
    public SortedMap<String, Long> etags() {
        return etags;
    }

    /** Returns them as text; null before all writes. */
    public @Nullable String text() {
        if (etags.isEmpty()) {
            return null;
        }
        return etags.entrySet().stream()
                .map(each -> isOfOneWriter() ? each.getValue().toString() : each.getKey() + ':' + each.getValue())
                .collect(Collectors.joining(","));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NodePositions positions && etags.equals(positions.etags);
    }

    @Override
    public int hashCode() {
        return etags.hashCode();
    }

    @Override
    public String toString() {
        return String.valueOf(text());
    }
}
