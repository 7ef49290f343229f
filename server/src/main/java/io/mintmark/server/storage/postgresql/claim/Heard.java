package io.mintmark.server.storage.postgresql.claim;

import java.util.List;
import java.util.Map;

/**
 * What a heartbeat brought back.
 *
 * @param state of this node itself: starting, serving, leaving, or lapsed if it was taken for dead
 * @param catalog version of the list of databases and of the settings
 * @param topology version of the topology
 * @param peers the other nodes, by tag
 * @param etags the highest etag that other nodes drew, for each database that this one has open
 */
public record Heard(String state, long catalog, long topology, List<Peer> peers, Map<Long, Long> etags) {}
