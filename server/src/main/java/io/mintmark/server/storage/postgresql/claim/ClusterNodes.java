package io.mintmark.server.storage.postgresql.claim;

import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The nodes of a cluster as heartbeats show them. Safe for any number of threads. */
public final class ClusterNodes {
    private static final List<String> ALIVE = List.of("serving", "leaving");

    private final String cluster;
    private final Claim claim;
    private final Duration lapse;

    private volatile @Nullable String url;
    private volatile Topology topology = Topology.ALONE;

    /**
     * Knows no node yet.
     *
     * @param cluster the random text that all nodes share
     * @param claim this node's
     * @param lapse how long a claim lasts after its last heartbeat
     */
    public ClusterNodes(String cluster, Claim claim, Duration lapse) {
        this.cluster = cluster;
        this.claim = claim;
        this.lapse = lapse;
    }

    /** Takes note of where this node answers. */
    public void serveAt(String ownUrl) {
        url = ownUrl;
    }

    /** Returns where this node answers, once it does. */
    public Optional<String> url() {
        return Optional.ofNullable(url);
    }

    /** Takes note of what a heartbeat brought back; returns the tags of nodes that died without a word. */
    public List<String> heard(HeartbeatReply heard) {
        List<Topology.Node> nodes = new ArrayList<>();
        List<String> dead = new ArrayList<>();
        String own = url;
        if (own != null) {
            nodes.add(new Topology.Node(claim.tag(), own, heard.state().equals("leaving")));
        }
        for (Peer peer : heard.peers()) {
            if (!ALIVE.contains(peer.state())) {
                continue;
            }
            if (peer.age().compareTo(lapse) > 0) {
                dead.add(peer.tag());
            } else {
                nodes.add(new Topology.Node(
                        NodeTag.of(peer.tag()), peer.url(), peer.state().equals("leaving")));
            }
        }
        topology = new Topology(cluster, heard.topology(), nodes);
        return dead;
    }

    /** Returns the nodes as they were heard of last. */
    public Topology topology() {
        return topology;
    }
}
