package io.mintmark.server.storage.sql;

import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.row.KeyPrefix;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** An order of lists: between which two bounds the rows of it are, and what they are sorted by. */
public enum ListOrder {
    /** By the bytes of keys. */
    BY_KEY("e.key >= ? AND e.key < ?", "key", ""),
    /** The newest write first. */
    NEWEST_FIRST("(e.etag, e.node) < (?, ?)", "etag DESC", ", node DESC"),
    /** The oldest write first. */
    OLDEST_FIRST("(e.etag, e.node) > (?, ?)", "etag", ", node");

    private final String bounds;
    private final String column;
    private final String byNode;

    ListOrder(String bounds, String column, String byNode) {
        this.bounds = bounds;
        this.column = column;
        this.byNode = byNode;
    }

    /** Returns the condition on a row {@code e}, which has two parameters. */
    public String bounds() {
        return bounds;
    }

    /** Returns what rows are sorted by where one writer numbers them all. */
    public String ofOneWriter() {
        return column;
    }

    /** Returns what they are sorted by where two nodes may have written under one number. */
    public String ofSeveralWriters() {
        return column + byNode;
    }

    /** Composes the statement of each order once. */
    public static Function<ListOrder, String> composed(Function<ListOrder, String> statement) {
        Map<ListOrder, String> all = new EnumMap<>(ListOrder.class);
        for (ListOrder order : values()) {
            all.put(order, statement.apply(order));
        }
        return order -> Objects.requireNonNull(all.get(order));
    }

    /**
     * A part of a list.
     *
     * @param order how it is sorted
     * @param first the first bound
     * @param second the second one
     */
    public record Part(ListOrder order, Object first, Object second) {
        /** Returns what {@code listing} lists. */
        public static Part of(Listing listing) {
            if (listing instanceof Listing.ByPrefix byPrefix) {
                return new Part(
                        BY_KEY,
                        KeyPrefix.lowerBound(byPrefix.keyPrefix(), byPrefix.after()),
                        KeyPrefix.upperBound(byPrefix.keyPrefix()));
            }
            if (listing instanceof Listing.NewestFirst newest) {
                WritePosition bound = WritePosition.bound(newest);
                return new Part(NEWEST_FIRST, bound.etag(), bound.node());
            }
            WritePosition bound = WritePosition.bound((Listing.OldestFirst) listing);
            return new Part(OLDEST_FIRST, bound.etag(), bound.node());
        }
    }
}
