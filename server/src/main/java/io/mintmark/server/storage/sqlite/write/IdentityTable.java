package io.mintmark.server.storage.sqlite.write;

import io.mintmark.server.storage.sqlite.file.Damage;
import io.mintmark.server.storage.sqlite.row.RowChecksum;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The identities of a database, and the answers to requests that may come again. Used by the writer thread only. */
public final class IdentityTable {
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

    IdentityTable(Connection connection, WriterState state, AnswerAges ages) throws SQLException {
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

    /** Sets the latest number of an identity, which was {@code stored} before, or none. */
    void store(String key, @Nullable Long stored, long value) throws SQLException {
        if (stored == null) {
            state.identityAdded();
            state.advance.added();
        } else {
            state.advance.moved(key, stored, value);
        }
        put.setString(1, key);
        put.setLong(2, value);
        put.setLong(3, checksum(key, value));
        put.executeUpdate();
    }

    /** Remembers what a request was answered, and forgets some of those that may be. */
    void remember(String request, long value) throws SQLException {
        putRequest.setString(1, request);
        putRequest.setLong(2, value);
        putRequest.setLong(3, checksum(request, value));
        long sequence;
        try (ResultSet row = putRequest.executeQuery()) {
            row.next();
            sequence = row.getLong(1);
        }
        pruneRequests.setLong(1, ages.forgettable(sequence));
        pruneRequests.executeUpdate();
    }

    private @Nullable Long single(PreparedStatement statement, String key) throws SQLException {
        statement.setString(1, key);
        try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            long value = row.getLong(1);
            if (row.getLong(2) != checksum(key, value)) {
                throw Damage.ofRow("the identity " + key);
            }
            return value;
        }
    }

    private long checksum(String key, long value) {
        return checksum(checksum, key, value);
    }

    /** Returns the checksum of a row of {@code identity} or {@code identity_request}. */
    public static long checksum(RowChecksum checksum, String key, long value) {
        return checksum.begin().add(key).add(value).value();
    }
}
