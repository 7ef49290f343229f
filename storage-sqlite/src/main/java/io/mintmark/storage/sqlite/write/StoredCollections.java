package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.row.CollectionMemory;
import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.Tally;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The table of collections and how many documents each has, behind a memory. Used by the writer thread only. */
final class StoredCollections {
    private final WriterStatements statements;
    private final WriterStatements.Kept find;
    private final WriterStatements.Kept name;
    private final WriterStatements.Kept last;
    private final WriterStatements.Kept add;
    private final WriterStatements.Kept count;
    private final CollectionMemory memory = new CollectionMemory();

    StoredCollections(WriterStatements statements) throws SQLException {
        this.statements = statements;
        find = statements.keep("SELECT number, name FROM collection WHERE key = ?");
        name = statements.keep("SELECT name FROM collection WHERE number = ?");
        last = statements.keep("SELECT coalesce(max(number), 0) FROM collection");
        add = statements.keep("INSERT INTO collection (number, key, name, documents) VALUES (?, ?, ?, 0)");
        count = statements.keep("UPDATE collection SET documents = documents + ? WHERE number = ?");
    }

    /** Returns the collection whose name has that key form, or null if there is none. */
    @Nullable CollectionRow find(String key) {
        CollectionRow known = memory.of(key);
        if (known != null) {
            return known;
        }
        CollectionRow found = find.first(row -> new CollectionRow(row.getLong(1), row.getString(2)), key);
        if (found != null) {
            memory.remember(key, found);
        }
        return found;
    }

    String name(long number) {
        String known = memory.name(number);
        if (known != null) {
            return known;
        }
        String found = name.first(row -> row.getString(1), number);
        if (found == null) {
            throw statements.failed("the collection " + number + " of a document is not stored");
        }
        memory.remember(number, found);
        return found;
    }

    /** Returns the highest number of a collection, or 0. */
    long last() {
        return last.number();
    }

    /** Writes the collections that a group added, and the counts that it changed. */
    void write(GroupTable<String, CollectionRow> collections, GroupTable<Long, Tally> tallies) {
        collections.changes().forEach((key, added) -> {
            CollectionRow row = added.orElseThrow();
            add.update(row.number(), key, row.name());
        });
        tallies.changes().forEach((number, more) -> {
            long documents = more.orElseThrow().documents();
            if (documents != 0) {
                count.update(documents, number);
            }
        });
    }
}
