/**
 * What stands beside ours in a measurement: PostgreSQL, Redis, etcd, nginx and another generator of load beside the
 * server, RavenDB's Java client beside our client, Hibernate's own ways beside our ids where rows are inserted in
 * batches, and rows that applications update by hand beside our blocks.
 *
 * <p>{@code ClientBench} directs the clients; each figure comes from a JVM of its own ({@code ClientRun}) that has the
 * class path of a user of that client, so that no library of the one reaches the other. What is measured is behind
 * {@code Subject}.
 */
@NullMarked
package io.mintmark.lab.peers;

import org.jspecify.annotations.NullMarked;
