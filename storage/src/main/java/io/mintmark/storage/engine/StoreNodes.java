package io.mintmark.storage.engine;

import java.time.Duration;
import java.util.List;

/**
 * The nodes of a store as it shows them to somebody who is none, read once; immutable.
 *
 * @param store where it is
 * @param storeClass what <em>acknowledged</em> means there
 * @param topology the number of the topology that clients are told
 * @param databases how many databases there are
 * @param nodes all that ever claimed a tag, by tag
 */
public record StoreNodes(String store, String storeClass, long topology, long databases, List<Node> nodes) {
    /**
     * A node.
     *
     * @param tag its tag
     * @param claim the number of its claim, larger than those of all claims before it
     * @param state starting, serving, leaving, left or lapsed
     * @param url where it answers
     * @param numbersAhead how many numbers it had reserved for ranges that it had not cut yet
     * @param age how long ago it said so, by the store's clock
     */
    public record Node(String tag, long claim, String state, String url, long numbersAhead, Duration age) {}
}
