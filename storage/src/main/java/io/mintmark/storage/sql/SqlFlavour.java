package io.mintmark.storage.sql;

import io.mintmark.storage.index.NodePositions;
import io.mintmark.storage.index.RowKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** How an engine spells the reads of one database, where engines differ by more than a word. Thread-safe. */
public interface SqlFlavour {
    /** Returns the statements that differ by words alone. */
    ReadSql statements();

    /** Returns a query of them: what tells the database is its first parameter, where something has to. */
    SqlQuery query(String sql, Object... parameters);

    /**
     * Returns a query of a list.
     *
     * @param first the first of the two bounds
     * @param limit at most so many rows
     * @param bytesMax rows behind so many bytes need not be there
     */
    SqlQuery list(String sql, Object first, Object second, int limit, long bytesMax);

    /** Returns the claim under which a lease was reserved; empty where nodes make none. */
    default OptionalLong claim(long serial) {
        return OptionalLong.empty();
    }

    /** Returns how many documents a page has at most, so that what is looked at for it is bounded. */
    default int pageMax() {
        return Integer.MAX_VALUE;
    }

    /** Returns what an operator does about damage. */
    String remedy();

    /** Returns up to which number each node, or whoever numbers writes, has committed documents. */
    NodePositions written(QueryRunner queries);

    /** Numbers of changes that are read at once: after which one, and up to which one, by those who number them. */
    record Stretch(List<String> nodes, List<Long> after, List<Long> last) {}

    /** Returns after how many bytes of documents a page of changes ends. */
    long changeBytesMax();

    /** Returns documents whose latest write is in a stretch, by their numbers, each with who numbered it. */
    SqlQuery stored(Stretch stretch, int limit);

    /** Returns deletions in a stretch, by their numbers: number, who numbered it, id, collection. */
    SqlQuery deleted(Stretch stretch, int limit);

    /**
     * Returns the documents with some keys; nothing where no deletion is read after a later write of the same document.
     */
    default Optional<SqlQuery> storedAgain(List<String> keys) {
        return Optional.empty();
    }

    /** Reads how far an index has come in the changes, from a column and those behind it. */
    @Nullable String position(ResultSet row, int column) throws SQLException;

    /** Returns what finds rows of an index by their keys: kind, key, content. */
    List<SqlQuery> indexRows(long index, Collection<RowKey> keys);

    /** Returns how many bytes they have, where the driver has all rows in memory before the first one is seen. */
    default Optional<SqlQuery> bytesOfIndexRows(long index, Collection<RowKey> keys) {
        return Optional.empty();
    }

    /** Returns keys of rows of a kind. */
    SqlQuery someIndexRows(long index, RowKey.Kind kind, int limit);
}
