package io.mintmark.server.storage.sqlite.write;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.Reservation;
import io.mintmark.document.KeyForm;
import io.mintmark.server.storage.IdentityRequest;
import io.mintmark.server.storage.IdentitySeed;
import io.mintmark.server.storage.sqlite.file.Damage;
import io.mintmark.server.storage.sqlite.row.RowChecksum;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The identities of a database, and the answers to requests that may come again. Used by the writer thread only. */
public final class Identities {
    /** How many answers are remembered; a client repeats a request within seconds, this is hours at full speed. */
    private static final int REQUESTS_MAX = 100_000;

    /** Sets a request for a seed apart from one for a number: no identity's key begins with a line break. */
    private static final String SEED = "\n";

    private final PreparedStatement find;
    private final PreparedStatement put;
    private final PreparedStatement findRequest;
    private final PreparedStatement putRequest;
    private final PreparedStatement pruneRequests;

    private final RowChecksum checksum = new RowChecksum();
    private final WriterState state;

    Identities(Connection connection, WriterState state) throws SQLException {
        this.state = state;
        find = connection.prepareStatement("SELECT value, checksum FROM identity WHERE key = ?");
        put = connection.prepareStatement("INSERT OR REPLACE INTO identity (key, value, checksum) VALUES (?, ?, ?)");
        findRequest = connection.prepareStatement("SELECT value, checksum FROM identity_request WHERE request = ?");
        putRequest = connection.prepareStatement(
                "INSERT INTO identity_request (request, value, checksum) VALUES (?, ?, ?) RETURNING sequence");
        pruneRequests = connection.prepareStatement("DELETE FROM identity_request WHERE sequence <= ?");
    }

    /** Takes the next number; the answer to a request that came before is that of the first time. */
    long next(IdentityRequest request) throws SQLException {
        String key = key(request.name());
        return once(requestKey(key, request.requestId()), () -> advance(key));
    }

    /**
     * Moves an identity; a request that came before moves nothing. (A forced one would take back the numbers issued
     * since, which then came twice.)
     */
    long seed(IdentitySeed seed) throws SQLException {
        String key = key(seed.name());
        String requestKey = requestKey(key, seed.requestId());
        return once(requestKey == null ? null : SEED + requestKey, () -> move(key, seed));
    }

    /** What is done once for each request. */
    @FunctionalInterface
    private interface Step {
        long take() throws SQLException;
    }

    private long once(@Nullable String requestKey, Step step) throws SQLException {
        if (requestKey == null) {
            return step.take();
        }
        Long answered = single(findRequest, requestKey);
        if (answered != null) {
            return answered;
        }
        long value = step.take();
        remember(requestKey, value);
        return value;
    }

    /** No name holds a control character, so the line break tells for certain where the identity's key ends. */
    private static @Nullable String requestKey(String key, @Nullable String requestId) {
        return requestId == null ? null : key + '\n' + requestId;
    }

    private long move(String key, IdentitySeed seed) throws SQLException {
        Long stored = single(find, key);
        long stands = stored == null ? state.firstMax() : stored;
        boolean upOnly = seed.direction() == IdentitySeed.Direction.UP_ONLY;
        long value = upOnly ? Math.max(stands, seed.value()) : seed.value();
        if (stored == null || stored != value) {
            store(key, stored, value);
        }
        return value;
    }

    private long advance(String key) throws SQLException {
        Long stored = single(find, key);
        long last = stored == null ? state.firstMax() : stored;
        if (last >= Reservation.CEILING_JS_SAFE) {
            throw new ExhaustedException("The identity " + key + " stands at its ceiling " + Reservation.CEILING_JS_SAFE
                    + " (2^53-1) and issues no more numbers: use another name.");
        }
        store(key, stored, last + 1);
        return last + 1;
    }

    private void store(String key, @Nullable Long stored, long value) throws SQLException {
        if (stored == null) {
            state.identityAdded();
            state.reach.added();
        } else {
            state.reach.moved(key, stored, value);
        }
        put.setString(1, key);
        put.setLong(2, value);
        put.setLong(3, checksum(key, value));
        put.executeUpdate();
    }

    private void remember(String request, long value) throws SQLException {
        putRequest.setString(1, request);
        putRequest.setLong(2, value);
        putRequest.setLong(3, checksum(request, value));
        long sequence;
        try (ResultSet row = putRequest.executeQuery()) {
            row.next();
            sequence = row.getLong(1);
        }
        pruneRequests.setLong(1, sequence - REQUESTS_MAX);
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

    private static String key(String name) {
        return KeyForm.of(name) + '|';
    }
}
