package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.peers.Etcd;
import io.mintmark.lab.peers.PostgresRanges;
import io.mintmark.lab.peers.Redis;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Turns;
import java.io.IOException;
import java.util.Optional;

/** Ranges and identities of one node and of several, beside SQLite, beside constants, and beside others' counters. */
final class NodeRanges {
    static final String SQLITE = "Mintmark over SQLite: hilo/next, 1 counter";
    static final String ONE = "Mintmark over PostgreSQL, 1 node: hilo/next, 1 counter";
    static final String SEVERAL = "Mintmark over PostgreSQL, 3 nodes: hilo/next, 1 counter";
    static final String DIRECT = "Mintmark over PostgreSQL, 1 node, --no-ranges-ahead: hilo/next, 1 counter";
    static final String CONSTANT = "Mintmark without a store: hilo/next, always the same range";
    static final String OTHER_ROUTE = "Mintmark over PostgreSQL, 1 node: cluster/node-info, a constant";
    static final String OTHER_ROUTE_SEVERAL = "Mintmark over PostgreSQL, 3 nodes: cluster/node-info, a constant";
    static final String IDENTITY_SQLITE = "Mintmark over SQLite: identity/next, 1 identity";
    static final String IDENTITY_ONE = "Mintmark over PostgreSQL, 1 node: identity/next, 1 identity";
    static final String IDENTITY_SEVERAL = "Mintmark over PostgreSQL, 3 nodes: identity/next, 1 identity";
    static final String REDIS = "Redis, INCRBY of 1 key, appendfsync always";
    static final String ETCD = "etcd, 1 member: compare and put over its HTTP gateway, 64 keys";

    private final Stage stage;
    private final Turns turns;

    private NodeRanges(Stage stage) {
        this.stage = stage;
        this.turns = new Turns("ranges and identities", stage.site());
    }

    /** Measures what is wanted of both; PostgreSQL's one row stands beside either. */
    static void measure(Stage stage, boolean ranges, boolean identities, Results results) throws IOException {
        NodeRanges part = new NodeRanges(stage);
        Optional<Redis> redis = ranges ? Redis.start(stage.site().work()) : Optional.empty();
        Optional<Etcd> etcd = ranges ? Etcd.start(stage.site().work()) : Optional.empty();
        try {
            if (ranges) {
                part.addRanges();
                part.addPeers(redis, etcd, results);
            }
            if (identities) {
                part.addIdentities();
            }
            part.addPostgres(HiLoPart.POSTGRES_ONE, 1);
            part.turns.run(results);
        } finally {
            redis.ifPresent(Redis::close);
            etcd.ifPresent(Etcd::close);
        }
    }

    private void addRanges() throws IOException {
        turns.addServer(SQLITE, stage.sqlite().load(traffic -> traffic.reservations(1)));
        turns.addAhead(ONE, stage.one().load(traffic -> traffic.reservations(1)));
        turns.addAhead(SEVERAL, stage.several().load(traffic -> traffic.reservations(1)));
        turns.addServer(DIRECT, stage.direct().load(traffic -> traffic.reservations(1)));
        turns.addServer(CONSTANT, stage.unstored().load(traffic -> traffic.reservations(1)));
        turns.addServer(OTHER_ROUTE, stage.one().load(Traffic::constant));
        turns.addServer(OTHER_ROUTE_SEVERAL, stage.several().load(Traffic::constant));
        addPostgres(HiLoPart.POSTGRES_MANY, HiLoPart.POSTGRES_ROWS);
    }

    private void addIdentities() throws IOException {
        turns.addServer(IDENTITY_SQLITE, stage.sqlite().load(Traffic::identities));
        turns.addServer(IDENTITY_ONE, stage.one().load(Traffic::identities));
        turns.addServer(IDENTITY_SEVERAL, stage.several().load(Traffic::identities));
    }

    private void addPostgres(String name, int rows) {
        turns.addPeer(name, (warmUp, window) -> PostgresRanges.measure(stage.postgres(), rows, warmUp, window));
    }

    private void addPeers(Optional<Redis> redis, Optional<Etcd> etcd, Results results) {
        redis.ifPresentOrElse(
                there -> turns.addPeer(REDIS, there.increments(HiLoPart.CONNECTIONS)),
                () -> results.addMissing(REDIS, "no redis-server on the path (Debian: apt-get install redis-server)"));
        etcd.ifPresentOrElse(
                there -> turns.addPeer(ETCD, there.transactions(HiLoPart.CONNECTIONS)),
                () -> results.addMissing(ETCD, "no etcd on the path (Debian: apt-get install etcd-server)"));
    }
}
