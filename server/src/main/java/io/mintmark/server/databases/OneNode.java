package io.mintmark.server.databases;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.NodeTag;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Query;
import io.mintmark.server.members.DatabaseMembers;
import java.util.List;

/** What requests may say of nodes where there is one: nothing, or that it is this one. Immutable. */
final class OneNode {
    private static final String FACTOR = "replicationFactor";
    private static final List<String> NODES = List.of("Members", "Promotables", "Rehabs", "Witnesses");

    private final String tag;

    OneNode(NodeTag tag) {
        this.tag = tag.text();
    }

    /**
     * Checks how many copies of a new database are asked for.
     *
     * @throws ApiException if they are more than one
     */
    void check(Query creation) {
        if (creation.number(FACTOR, 1) > 1) {
            throw DatabaseMembers.CREATION.refusal(FACTOR, "it is one node; leave it out or send 1");
        }
    }

    /** Checks a record's {@code Topology} likewise. */
    void checkTopology(JsonNode topology) {
        boolean one = topology.path("ReplicationFactor").asLong(1) <= 1
                && NODES.stream().allMatch(nodes -> isOwn(topology.path(nodes)));
        if (!one) {
            throw DatabaseMembers.RECORD.refusal("Topology", "it is one node, " + tag + "; leave it out");
        }
    }

    /** Checks from which nodes a database is to be deleted. */
    void checkDeletion(JsonNode nodes) {
        if (!isOwn(nodes)) {
            throw DatabaseMembers.DELETION.refusal("FromNodes", "it is one node, " + tag + "; leave it out");
        }
    }

    private boolean isOwn(JsonNode nodes) {
        for (JsonNode node : nodes) {
            if (!node.asText().equalsIgnoreCase(tag)) {
                return false;
            }
        }
        return true;
    }
}
