package io.mintmark.server.storage.postgresql.claim;

import io.mintmark.server.shared.SharedText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
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

    void node(ResultSet row) throws SQLException {
        catalog = row.getLong(1);
        topology = row.getLong(2);
        state = row.getString(3);
        String tag = row.getString(4);
        if (tag != null) {
            Duration age = Duration.ofMillis((long) (row.getDouble(8) * 1_000));
            peers.add(new Peer(tag, row.getLong(5), row.getString(6), row.getString(7), age));
        }
    }

    void written(ResultSet row) throws SQLException {
        written.computeIfAbsent(row.getLong(1), any -> new ArrayList<>(4)).add(WriterProgress.of(row, 2));
    }

    void access(ResultSet row) throws SQLException {
        access = new SharedText.State(row.getLong(1), Optional.ofNullable(row.getString(2)));
    }

    /** Returns what they come to, or null if the claim is gone. */
    @Nullable HeartbeatReply reply() {
        String present = state;
        return present == null
                ? null
                : new HeartbeatReply(present, catalog, topology, List.copyOf(peers), written, access);
    }
}
