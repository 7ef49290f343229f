package io.mintmark.storage;

import io.mintmark.document.NodeTag;
import java.util.List;

/**
 * The nodes that serve one store together, as this one last heard of them; immutable.
 *
 * @param cluster the same random text on all nodes, and empty where one node has the store to itself
 * @param etag the same on all nodes, grows with each change; 0 where one node has the store to itself
 * @param nodes this one and all others that are alive, by their tags; empty where one node has the store to itself
 */
public record Topology(String cluster, long etag, List<Node> nodes) {
    /** The topology of a node that has its store to itself. */
    public static final Topology ALONE = new Topology("", 0, List.of());

    /**
     * A node that is alive.
     *
     * @param tag its tag
     * @param url where clients reach it
     * @param leaving whether it is about to stop, so that nothing new should be sent to it
     */
    public record Node(NodeTag tag, String url, boolean leaving) {}

    /** Creates it; later changes of {@code nodes} do not matter. */
    public Topology {
        nodes = List.copyOf(nodes);
    }
}
