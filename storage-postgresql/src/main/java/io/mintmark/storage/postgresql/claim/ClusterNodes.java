package io.mintmark.storage.postgresql.claim;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.Topology;
import io.mintmark.storage.engine.ClaimTimes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The nodes of a cluster as heartbeats show them. Safe for any number of threads. */
final class ClusterNodes {
    private static final List<String> ALIVE = List.of("serving", "leaving");

    private final String cluster;
    private final Claim claim;
    private final ClaimTimes times;
    /**
     * Peers as they were seen first with their latest heartbeat, and how many of this node's came since; used by its
     * thread.
     */
    private final Map<String, Silence> silences = new HashMap<>();

    private volatile @Nullable String url;
    private volatile Topology topology = Topology.ALONE;

    /**
     * Knows no node yet.
     *
     * @param cluster the random text that all nodes share
     * @param claim this node's
     * @param times how claims live
     */
    ClusterNodes(String cluster, Claim claim, ClaimTimes times) {
        this.cluster = cluster;
        this.claim = claim;
        this.times = times;
    }

    /** Takes note of where this node answers. */
    void serveAt(String ownUrl) {
        url = ownUrl;
    }

    /** Returns where this node answers, once it does. */
    Optional<String> url() {
        return Optional.ofNullable(url);
    }

    /**
     * How long a peer made no heartbeat.
     *
     * @param peer as it was seen last
     * @param beats how many heartbeats this node made meanwhile: what it missed itself proves nothing of others
     */
    private record Silence(Peer peer, int beats) {
        Silence next(Peer now) {
            boolean silent = now.epoch() == peer.epoch() && now.beats() == peer.beats();
            return new Silence(now, silent ? beats + 1 : 0);
        }
    }

    /**
     * What a heartbeat told of peers.
     *
     * @param dead those that died without a word
     * @param silent those that missed some heartbeats, until the engine shows that somebody told all others: one of
     *     this node's heartbeats may tell nobody
     */
    record Missing(List<Peer> dead, List<Peer> silent) {}

    /** Takes note of what a heartbeat brought back. */
    Missing heard(HeartbeatReply heard) {
        List<Topology.Node> nodes = new ArrayList<>();
        List<Peer> dead = new ArrayList<>();
        List<Peer> silent = new ArrayList<>();
        String own = url;
        if (own != null) {
            nodes.add(new Topology.Node(claim.tag(), own, heard.state().equals("leaving")));
        }
        for (Peer peer : heard.peers()) {
            int missed = missed(peer);
            if (!ALIVE.contains(peer.state())) {
                continue;
            }
            if (missed >= times.beatsOfSilence() && !peer.silent()) {
                silent.add(peer);
            }
            if (missed >= times.beatsOfALapse()) {
                dead.add(peer);
            } else {
                nodes.add(new Topology.Node(
                        NodeTag.of(peer.tag()), peer.url(), peer.state().equals("leaving")));
            }
        }
        topology = new Topology(cluster, heard.topology(), nodes);
        return new Missing(dead, silent);
    }

    private int missed(Peer peer) {
        Silence now = silences.getOrDefault(peer.tag(), new Silence(peer, -1)).next(peer);
        Silence ignored = silences.put(peer.tag(), now);
        return now.beats();
    }

    /** Returns the nodes as they were heard of last. */
    Topology topology() {
        return topology;
    }
}
