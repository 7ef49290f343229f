package io.mintmark.server.storage.sql;

import io.mintmark.server.storage.index.NodePositions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How an engine numbers changes, and spells reads of them. Thread-safe. */
public interface ChangeSql {
    /**
     * Numbers of changes that are read at once, of each sequence of numbers that has some.
     *
     * @param sequences which ones
     * @param after the numbers after which they are read
     * @param last the numbers up to which they are read
     */
    record Stretch(List<String> sequences, List<Long> after, List<Long> last) {}

    /** Returns after how many bytes of documents a page ends. */
    long bytesMax();

    /** Returns how many numbers are walked at once for {@code limit} changes, before any stretch of them was empty. */
    long stretch(int limit);

    /** Returns up to which number each sequence was committed. */
    NodePositions written(QueryRunner queries);

    /** Returns the sequence in which {@code node} numbers its writes. */
    String sequence(String node);

    /** Returns what a position says. */
    NodePositions positions(@Nullable String position);

    /** Returns the position that says so. */
    @Nullable String position(NodePositions positions);

    /** Returns the documents whose latest write is in a stretch, by their numbers; at least the first {@link #bytesMax} bytes. */
    Query stored(Stretch stretch, int limit);

    /** Returns deletions in a stretch, by their numbers: number, node, id, collection. */
    Query deleted(Stretch stretch, int limit);

    /** Returns the documents with some keys; nothing where a deletion cannot be read after a later write of the same document. */
    default Optional<Query> storedAgain(List<String> keys) {
        return Optional.empty();
    }
}
