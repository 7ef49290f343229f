package io.mintmark.client.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The nodes of a database, as a server names them. Immutable.
 *
 * @param nodes addresses, the preferred first
 * @param etag the topology's number, which grows with each change
 * @param life the database's life, if the server names it
 */
record Topology(List<URI> nodes, long etag, Optional<DatabaseLife> life) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NODES_MAX = 1_000;

    /**
     * Reads a reply; empty if it names no usable node.
     *
     * @param secureOnly whether addresses without TLS are left out: a secure node must not lead to an open one
     */
    static Optional<Topology> read(byte[] body, boolean secureOnly) {
        JsonNode tree;
        try {
            tree = JSON.readTree(body);
        } catch (IOException noJson) {
            return Optional.empty();
        }
        List<URI> nodes = new ArrayList<>();
        for (JsonNode node : tree.path("Nodes")) {
            url(node.path("Url").asText())
                    .filter(url -> !secureOnly || NodeUrl.isSecure(url))
                    .filter(url -> nodes.size() < NODES_MAX)
                    .ifPresent(nodes::add);
        }
        return nodes.isEmpty()
                ? Optional.empty()
                : Optional.of(new Topology(
                        List.copyOf(nodes),
                        tree.path("Etag").asLong(),
                        DatabaseLife.parse(tree.path("Life").asText())));
    }

    private static Optional<URI> url(String text) {
        try {
            return Optional.of(NodeUrl.checked(URI.create(text)));
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }
}
