package io.mintmark.storage.postgresql.claim;

import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.support.SharedText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a heartbeat brought back.
 *
 * @param state of this node itself: starting, serving, leaving, or lapsed if it was taken for dead
 * @param catalog version of the list of databases and of the settings
 * @param topology version of the topology
 * @param peers the other nodes, by tag
 * @param written how far each node wrote in the databases that were asked for
 * @param beats how many heartbeats were made under this node's tag, as {@link StoreAge#ofNode} counts them
 * @param age of the store, by {@link StoreAge}
 * @param older why nobody may use the store before it was raised, or null
 * @param access the access list, if it is another version than the one that this node knew
 */
public record HeartbeatReply(
        String state,
        long catalog,
        long topology,
        List<Peer> peers,
        Map<Long, List<WriterProgress>> written,
        long beats,
        long age,
        @Nullable String older,
        SharedText.@Nullable State access) {
    /** What a node knows that heard nothing yet. */
    static final HeartbeatReply NOTHING = new HeartbeatReply("starting", 0, 0, List.of(), Map.of(), 0, 0, null, null);
}
