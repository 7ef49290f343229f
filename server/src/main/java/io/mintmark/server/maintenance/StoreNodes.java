package io.mintmark.server.maintenance;

import io.mintmark.MintmarkException;
import io.mintmark.server.StoreSettings;
import io.mintmark.storage.postgresql.NodeReading;
import io.mintmark.storage.postgresql.StoreVisit;
import java.time.Duration;
import java.util.List;

/**
 * The nodes of a store in PostgreSQL as the store shows them, read once; immutable. No server need run for it, and none
 * is disturbed.
 *
 * @param store host, port and database
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

    /**
     * Reads the nodes.
     *
     * @throws MintmarkException if the store cannot be entered, or no server ever used it
     */
    public static StoreNodes of(StoreSettings settings) {
        try (StoreVisit visit = StoreVisit.look(StoreAddress.of(settings))) {
            return of(visit.nodes());
        }
    }

    private static StoreNodes of(NodeReading read) {
        return new StoreNodes(
                read.shown(),
                read.storeClass().level().text(),
                read.topology(),
                read.databases(),
                read.nodes().stream().map(StoreNodes::node).toList());
    }

    private static Node node(NodeReading.Node read) {
        return new Node(read.tag(), read.epoch(), read.state(), read.url(), read.numbersAhead(), read.age());
    }
}
