package io.mintmark.server.databases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.NodeTag;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Query;
import io.mintmark.server.members.DatabaseMembers;
import java.util.List;

/**
 * Nodes where there is one: requests may say nothing of them, or that it is this one, which is what records say. Immutable.
 */
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

    /**
     * Returns the topology in the record of a database, with every member that a client reads without looking whether it is
     * there.
     *
     * @param number the database's, which stands for the entry of a cluster's log that created it
     */
    ObjectNode topology(long number) {
        ObjectNode topology = JsonNodeFactory.instance.objectNode();
        topology.putArray("Members").add(tag);
        for (String none : List.of("Promotables", "Rehabs", "PriorityOrder")) {
            topology.putArray(none);
        }
        for (String none : List.of("PredefinedMentors", "DemotionReasons", "PromotablesStatus")) {
            topology.putObject(none);
        }
        topology.putObject("Stamp").put("Index", number).put("Term", 1).put("LeadersTicks", 0);
        return topology.put("ReplicationFactor", 1)
                .put("DynamicNodesDistribution", false)
                .putNull("DatabaseTopologyIdBase64");
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
