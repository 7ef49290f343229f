package io.mintmark.indexes.reduce;

import io.mintmark.indexes.rows.ReduceKey;

/**
 * What a document contributes to one group.
 *
 * @param key the group
 * @param value the contribution, as {@link Reduction} reads it
 */
public record MapEntry(ReduceKey key, String value) {
    /** Returns how long both are together. */
    long chars() {
        return (long) key.text().length() + value.length();
    }
}
