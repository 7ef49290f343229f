package io.mintmark.simulation.engine;

/**
 * What PostgreSQL knows of one lane of a node in a database; immutable.
 *
 * @param epoch the claim that writes it
 * @param etag the latest version
 * @param serial the latest serial of a lease
 * @param groups how many groups were committed
 * @param reserved up to which version the node may draw without its engine
 */
record LaneRow(long epoch, long etag, long serial, long groups, long reserved) {}
