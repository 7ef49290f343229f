package io.mintmark.server.storage.postgresql.claim;

import java.util.List;

/**
 * What a heartbeat brought back.
 *
 * @param catalog version of the list of databases and of the settings
 * @param topology version of the topology
 * @param peers the other nodes, by tag
 */
public record Heard(long catalog, long topology, List<Peer> peers) {}
