package io.mintmark.server.databases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.server.conformance.DatabaseMembers;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Query;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What requests say of a database's nodes: nothing, or what records say of them, because each database is on all nodes.
 * Thread-safe.
 */
final class RequestedNodes {
    private static final String FACTOR = "replicationFactor";
    private static final List<String> NODES = List.of("Members", "Promotables", "Rehabs", "Witnesses");

    private final Nodes nodes;

    RequestedNodes(Nodes nodes) {
        this.nodes = nodes;
    }

    /**
     * Checks on how many nodes a new database is to be.
     *
     * @throws ApiException if there are fewer
     */
    void check(Query creation) {
        if (creation.number(FACTOR, 1) > nodes.tags().size()) {
            throw DatabaseMembers.CREATION.refusal(FACTOR, nodes.words() + "; leave it out or send 1");
        }
    }

    /** Checks a record's {@code Topology} likewise; a database that was described elsewhere is on all nodes here. */
    void checkTopology(JsonNode topology) {
        boolean known =
                topology.path("ReplicationFactor").asLong(1) <= nodes.tags().size()
                        && NODES.stream().allMatch(named -> areKnown(topology.path(named)));
        if (!known) {
            throw DatabaseMembers.RECORD.refusal("Topology", nodes.words() + "; leave it out");
        }
    }

    /** Checks from which nodes a database is to be deleted: from all of them, or from all by naming none. */
    void checkDeletion(JsonNode named) {
        boolean all = named.isMissingNode()
                || named.isNull()
                || named.isEmpty()
                || tags(named).equals(Set.copyOf(nodes.tags()));
        if (!all) {
            throw DatabaseMembers.DELETION.refusal("FromNodes", nodes.words() + "; leave it out");
        }
    }

    private boolean areKnown(JsonNode named) {
        return nodes.tags().containsAll(tags(named));
    }

    private static Set<String> tags(JsonNode named) {
        Set<String> tags = new HashSet<>();
        named.forEach(tag -> tags.add(tag.asText().toUpperCase(Locale.ROOT)));
        return tags;
    }

    /**
     * Returns the topology in the record of a database, with every member that a client reads without looking whether
     * it is there.
     *
     * @param number the database's, which stands for the entry of a cluster's log that created it
     */
    ObjectNode topology(long number) {
        ObjectNode topology = JsonNodeFactory.instance.objectNode();
        List<String> leaving = nodes.leaving();
        ArrayNode members = topology.putArray("Members");
        nodes.tags().stream().filter(tag -> !leaving.contains(tag)).forEach(members::add);
        topology.putArray("Promotables");
        leaving.forEach(topology.putArray("Rehabs")::add);
        topology.putArray("PriorityOrder");
        for (String none : List.of("PredefinedMentors", "DemotionReasons", "PromotablesStatus")) {
            topology.putObject(none);
        }
        topology.putObject("Stamp").put("Index", number).put("Term", 1).put("LeadersTicks", 0);
        return topology.put("ReplicationFactor", nodes.tags().size())
                .put("DynamicNodesDistribution", false)
                .putNull("DatabaseTopologyIdBase64");
    }
}
