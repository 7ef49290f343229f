package io.mintmark.storage.postgresql.claim;

import io.mintmark.support.SharedText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows that answer one heartbeat, until all of them were read. Used by one thread. */
final class HeartbeatRows {
    private final List<Peer> peers = new ArrayList<>();
    private final Map<Long, List<WriterProgress>> written = new HashMap<>();
    private SharedText.@Nullable State access;
    private long catalog;
    private long topology;
    private @Nullable String state;
    private long beats;
    private long age;
    private @Nullable String older;
    private long epoch;

    void node(ResultSet row) throws SQLException {
        catalog = row.getLong(1);
        topology = row.getLong(2);
        state = row.getString(3);
        beats = row.getLong(4);
        age = row.getLong(5);
        older = row.getString(6);
        epoch = row.getLong(13);
        String tag = row.getString(7);
        if (tag != null) {
            peers.add(new Peer(
                    tag, row.getLong(8), row.getString(9), row.getString(10), row.getLong(11), row.getBoolean(12)));
        }
    }

    void written(ResultSet row) throws SQLException {
        written.computeIfAbsent(row.getLong(1), any -> new ArrayList<>(4)).add(WriterProgress.of(row, 2));
    }

    void access(ResultSet row) throws SQLException {
        access = new SharedText.State(row.getLong(1), Optional.ofNullable(row.getString(2)));
    }

    /** Returns the age of the store. */
    long age() {
        return age;
    }

    /** Returns the epoch of the last claim of any node. */
    long epoch() {
        return epoch;
    }

    /** Returns what they come to, or null if the claim is gone. */
    @Nullable HeartbeatReply reply() {
        String present = state;
        return present == null
                ? null
                : new HeartbeatReply(
                        present, catalog, topology, List.copyOf(peers), written, beats, age, older, access);
    }
}
