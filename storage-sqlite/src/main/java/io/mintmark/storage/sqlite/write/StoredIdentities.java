package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.RowChecksum;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The tables of identities, and of answers to requests that may come again. Used by the writer thread only. */
final class StoredIdentities {
    /** More than one for each that comes, so that a day's worth that grew old at once goes little by little. */
    private static final int FORGOTTEN_AT_ONCE = 4;

    private final WriterStatements.Kept find;
    private final WriterStatements.Kept put;
    private final WriterStatements.Kept findRequest;
    private final WriterStatements.Kept putRequest;
    private final WriterStatements.Kept pruneRequests;

    private final RowChecksum checksum = new RowChecksum();
    private final WriterState state;
    private final AnswerAges ages;

    StoredIdentities(WriterStatements statements, WriterState state, AnswerAges ages) throws SQLException {
        this.state = state;
        this.ages = ages;
        find = statements.keep("SELECT value, checksum FROM identity WHERE key = ?");
        put = statements.keep("INSERT OR REPLACE INTO identity (key, value, checksum) VALUES (?, ?, ?)");
        findRequest = statements.keep("SELECT value, checksum FROM identity_request WHERE request = ?");
        putRequest = statements.keep(
                "INSERT INTO identity_request (request, value, checksum) VALUES (?, ?, ?) RETURNING sequence");
        pruneRequests = statements.keep("DELETE FROM identity_request WHERE sequence IN"
                + " (SELECT sequence FROM identity_request WHERE sequence <= ? ORDER BY sequence LIMIT "
                + FORGOTTEN_AT_ONCE + ")");
    }

    /** Returns the latest number of an identity, or null if there is none. */
    @Nullable Long find(String key) {
        return find.first(row -> read(key, row), key);
    }

    /** Returns what a request was answered that came before, or null. */
    @Nullable Long answer(String request) {
        return findRequest.first(row -> read(request, row), request);
    }

    private long read(String key, ResultSet row) throws SQLException {
        long value = row.getLong(1);
        if (row.getLong(2) != checksum.ofPair(key, value)) {
            throw Damage.ofRow("the identity " + key);
        }
        return value;
    }

    /** Writes the identities that a group changed. */
    void write(GroupTable<String, Long> identities) {
        identities.changes().forEach((key, changed) -> {
            if (!identities.wasThere(key)) {
                state.identityAdded();
            }
            state.identityMoved();
            long value = changed.orElseThrow();
            put.update(key, value, checksum.ofPair(key, value));
        });
    }

    /** Remembers what requests were answered in a group, and forgets some of those that may be. */
    void remember(GroupTable<String, Long> answers) {
        answers.changes().forEach((request, changed) -> {
            long value = changed.orElseThrow();
            long sequence = putRequest.number(request, value, checksum.ofPair(request, value));
            pruneRequests.update(ages.forgettable(sequence));
        });
    }
}
