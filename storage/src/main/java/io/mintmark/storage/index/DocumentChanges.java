package io.mintmark.storage.index;

import org.jspecify.annotations.Nullable;

/**
 * The changes of one database, deletions included, in the order of writes of each node.
 *
 * <p>A document that was written several times is found at its latest write alone. A position is text of the engine's
 * own; several nodes have no common number of writes. A deletion may be read after a later write of another node: the
 * document that is there again follows it on the same page, so what a page shows of a document last is as new as that
 * page.
 */
@FunctionalInterface
public interface DocumentChanges {
    /**
     * Returns changes after {@code position}, or from the first on if it is null; at most {@code limit}, fewer if they
     * are large.
     */
    ChangePage after(@Nullable String position, int limit);
}
