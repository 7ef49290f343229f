package io.mintmark.server.storage.sqlite.write;

import io.mintmark.server.storage.row.GroupTable;
import io.mintmark.server.storage.sqlite.file.Damage;
import io.mintmark.server.storage.sqlite.row.RowChecksum;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables of identities, and of answers to requests that may come again. Used by the writer thread only. */
final class StoredIdentities {
    /** More than one for each that comes, so that a day's worth that grew old at once goes little by little. */
    private static final int FORGOTTEN_AT_ONCE = 4;

    private final PreparedStatement find;
    private final PreparedStatement put;
    private final PreparedStatement findRequest;
    private final PreparedStatement putRequest;
    private final PreparedStatement pruneRequests;

    private final RowChecksum checksum = new RowChecksum();
    private final WriterState state;
    private final AnswerAges ages;

    StoredIdentities(Connection connection, WriterState state, AnswerAges ages) throws SQLException {
        this.state = state;
        this.ages = ages;
        find = connection.prepareStatement("SELECT value, checksum FROM identity WHERE key = ?");
        put = connection.prepareStatement("INSERT OR REPLACE INTO identity (key, value, checksum) VALUES (?, ?, ?)");
        findRequest = connection.prepareStatement("SELECT value, checksum FROM identity_request WHERE request = ?");
        putRequest = connection.prepareStatement(
                "INSERT INTO identity_request (request, value, checksum) VALUES (?, ?, ?) RETURNING sequence");
        pruneRequests = connection.prepareStatement("DELETE FROM identity_request WHERE sequence IN"
                + " (SELECT sequence FROM identity_request WHERE sequence <= ? ORDER BY sequence LIMIT "
                + FORGOTTEN_AT_ONCE + ")");
    }

    /** Returns the latest number of an identity, or null if there is none. */
    @Nullable Long find(String key) throws SQLException {
        return single(find, key);
    }

    /** Returns what a request was answered that came before, or null. */
    @Nullable Long answer(String request) throws SQLException {
        return single(findRequest, request);
    }

    private @Nullable Long single(PreparedStatement statement, String key) throws SQLException {
        statement.setString(1, key);
        try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            long value = row.getLong(1);
            if (row.getLong(2) != checksum.ofPair(key, value)) {
                throw Damage.ofRow("the identity " + key);
            }
            return value;
        }
    }

    /** Writes the identities that a group changed. */
    void write(GroupTable<String, Long> identities) throws SQLException {
        for (Map.Entry<String, Optional<Long>> changed : identities.changes().entrySet()) {
            if (!identities.wasThere(changed.getKey())) {
                state.identityAdded();
            }
            bind(put, changed.getKey(), changed.getValue().orElseThrow());
            put.executeUpdate();
        }
    }

    /** Remembers what requests were answered in a group, and forgets some of those that may be. */
    void remember(GroupTable<String, Long> answers) throws SQLException {
        for (Map.Entry<String, Optional<Long>> changed : answers.changes().entrySet()) {
            bind(putRequest, changed.getKey(), changed.getValue().orElseThrow());
            long sequence;
            try (ResultSet row = putRequest.executeQuery()) {
                row.next();
                sequence = row.getLong(1);
            }
            pruneRequests.setLong(1, ages.forgettable(sequence));
            pruneRequests.executeUpdate();
        }
    }

    private void bind(PreparedStatement statement, String key, long value) throws SQLException {
        statement.setString(1, key);
        statement.setLong(2, value);
        statement.setLong(3, checksum.ofPair(key, value));
    }
}
