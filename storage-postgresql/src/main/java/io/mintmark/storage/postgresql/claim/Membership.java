package io.mintmark.storage.postgresql.claim;

import io.mintmark.MintmarkException;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.Topology;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.postgresql.sql.PostgresConnections;
import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node among those of a cluster, from its claim to its last word: the claim, the heartbeat that keeps it, and the
 * topology. Safe for any number of threads.
 */
public final class Membership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

    /** One beat until the others heard, and one for their clients. */
    private static final int BEATS_OF_NOTICE = 2;

    private static final String CALL_OLDER =
            "UPDATE cluster SET older = ?, older_epoch = epoch WHERE one = 1 AND older IS NULL AND id = ?";

    private final PostgresConnections connections;
    private final ClaimTimes times;
    private final String cluster;
    private final Claims claims;
    private final ClaimStatus claimStatus;
    private final ClusterNodes nodes;
    private volatile @Nullable Heartbeat heartbeat;

    private Membership(
            PostgresConnections connections, ClaimTimes times, Claims claims, ClaimStatus claimStatus, String cluster) {
        this.connections = connections;
        this.times = times;
        this.claims = claims;
        this.claimStatus = claimStatus;
        this.cluster = cluster;
        this.nodes = new ClusterNodes(cluster, claimStatus.claim(), times);
    }

    /**
     * Claims a tag.
     *
     * @param tag which; the lowest free one if it is empty
     * @param holder random, of this process
     * @param url where this node will answer, for those who ask who holds a tag
     */
    public static Membership claim(
            PostgresConnections connections,
            Transactions transactions,
            ClaimTimes times,
            Optional<NodeTag> tag,
            String holder,
            String url) {
        String cluster = transactions
                .read(connection -> Statements.rows(connection, row -> row.getString(1), "SELECT id FROM cluster"))
                .get(0);
        SilenceWatch watch = new SilenceWatch(transactions, times, Sleeper.SYSTEM, Ticker.SYSTEM);
        Claims claims = new Claims(transactions, watch, holder, url);
        Claim claim = tag.map(claims::of).orElseGet(claims::lowest);
        LOG.info("This is node {} of the store, by claim {}.", claim.tag(), claim.epoch());
        long beats = transactions.read(
                connection -> StoreAge.ofNode(connection, claim.tag().text(), claim.epoch()));
        ClaimStatus claimStatus = new ClaimStatus(claim, beats, times.lapse(), Ticker.SYSTEM);
        return new Membership(connections, times, claims, claimStatus, cluster);
    }

    /**
     * Begins to say that this node lives.
     *
     * @param told what it says and asks
     * @param listener hears what each heartbeat brought back
     */
    public void begin(Heartbeat.Told told, Consumer<HeartbeatReply> listener) {
        heartbeat = Heartbeat.start(connections, times, claimStatus, Ticker.SYSTEM, told, heard -> {
            ClusterNodes.Missing missing = nodes.heard(heard);
            listener.accept(heard);
            // The one that ends an outage may ask for nothing else yet; the next one finds the same.
            if (!connections.breaker().isGone()) {
                missing.silent().forEach(claims::callSilent);
                missing.dead().forEach(claims::bury);
                comeBack(heard);
            }
        });
    }

    private void comeBack(HeartbeatReply heard) {
        if (heard.state().equals("lapsed")) {
            // It was silent for too long, but nobody took its tag.
            nodes.url().ifPresent(url -> claims.serve(claimStatus.claim(), url));
        }
    }

    /** Returns whether a heartbeat that is made now, for the end of an outage, is answered. */
    public boolean isAnswered() {
        Heartbeat beating = heartbeat;
        return beating != null && beating.isAnswered();
    }

    private void refresh() {
        Heartbeat beating = heartbeat;
        if (beating != null) {
            beating.refresh();
        }
    }

    /**
     * Stops this node for good because the store is an older copy, and tells all others; returns whether that is news.
     */
    public boolean stopForOlderStore(StorageFailedException why) {
        boolean news = claimStatus.stop(why);
        if (news) {
            LOG.error("{}", why.getMessage());
            callOlder(why);
        }
        return news;
    }

    /**
     * Tells all nodes that the store is an older copy, so that none uses it before it was raised. It asks beside the
     * pools: the heartbeat that ends an outage finds it out, and nobody is lent a connection yet.
     */
    public void callOlder(StorageFailedException why) {
        try (Connection own = connections.single(times.lapse())) {
            int ignored = Statements.execute(own, CALL_OLDER, String.valueOf(why.getMessage()), cluster);
        } catch (SQLException e) {
            LOG.warn(
                    "The other nodes could not be told that the store is an older copy. {}",
                    connections.trouble().refusal(e).getMessage());
        }
    }

    /** Returns what this node knows of its claim and of the others. */
    public ClaimStatus claimStatus() {
        return claimStatus;
    }

    /** Returns the nodes that serve, as the last heartbeat showed them. */
    public Topology topology() {
        return nodes.topology();
    }

    /** Returns whether no other node serves or leaves, as the last heartbeat showed it. */
    public boolean isAlone() {
        return topology().nodes().stream()
                .allMatch(node -> node.tag().equals(claimStatus.claim().tag()));
    }

    /** Returns where this node answers, once it does. */
    public Optional<String> url() {
        return nodes.url();
    }

    /** Returns the other node that made a claim, while it lives. */
    public Optional<Topology.Node> nodeOf(long epoch) {
        return claimStatus.heard().peers().stream()
                .filter(peer -> peer.epoch() == epoch)
                .flatMap(peer -> nodes.topology().nodes().stream()
                        .filter(node -> node.tag().text().equals(peer.tag())))
                .findFirst();
    }

    /** Tells the others that this node answers at {@code url} from now on. */
    public void serve(String url) {
        nodes.serveAt(url);
        claims.serve(claimStatus.claim(), url);
        refresh();
    }

    /**
     * Tells the others, if there are any, that this node is about to stop; returns when they and their clients heard.
     *
     * @return whether the engine answers; nothing that waits for it is worth its time otherwise
     */
    public boolean prepareToLeave() {
        refresh();
        if (claimStatus.answers() && nodes.topology().nodes().size() > 1) {
            tellThatItLeaves();
        }
        return claimStatus.wasAnswered();
    }

    private void tellThatItLeaves() {
        try {
            claims.prepareToLeave(claimStatus.claim());
            refresh();
            Sleeper.SYSTEM.sleep(notice());
        } catch (MintmarkException e) {
            LOG.warn("The other nodes could not be told that this one stops. {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns how long the others and their clients may take to hear, in nanoseconds; after a lapse they know without
     * being told.
     */
    private long notice() {
        return Math.min(BEATS_OF_NOTICE * times.beat().toNanos(), times.lapse().toNanos());
    }

    /** Beats no more; the claim stays as it is until {@link #close}. */
    public void fallSilent() {
        Heartbeat beating = heartbeat;
        if (beating != null) {
            beating.close();
        }
    }

    /** Gives the tag back, so that the next one need not wait. */
    @Override
    public void close() {
        fallSilent();
        if (claimStatus.state() != EngineState.SERVING) {
            return;
        }
        if (!claimStatus.wasAnswered()) {
            LOG.warn(
                    "The node tag {} is not given back, because the engine does not answer; its claim lapses.",
                    claimStatus.claim().tag());
            return;
        }
        try {
            claims.leave(claimStatus.claim());
        } catch (MintmarkException e) {
            LOG.warn(
                    "The node tag {} could not be given back; its claim lapses. {}",
                    claimStatus.claim().tag(),
                    e.getMessage());
        }
    }
}
