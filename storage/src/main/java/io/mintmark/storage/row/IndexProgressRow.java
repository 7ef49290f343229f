package io.mintmark.storage.row;

import io.mintmark.storage.index.IndexProgress;
import org.jspecify.annotations.Nullable;

/**
 * How far an index has come, and who computes it.
 *
 * @param progress how far
 * @param node tag of the node that computes it, or null
 * @param epoch of that node's claim
 */
public record IndexProgressRow(
        IndexProgress progress, @Nullable String node, long epoch) {
    IndexProgressRow at(IndexProgress next) {
        return new IndexProgressRow(next, node, epoch);
    }
}
