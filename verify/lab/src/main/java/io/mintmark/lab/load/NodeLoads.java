package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.peers.Etcd;
import io.mintmark.lab.peers.PostgresLoad;
import io.mintmark.lab.peers.Redis;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Turns;
import java.io.IOException;
import java.util.Optional;

/** Loads on one node and on several, beside SQLite, beside constants, and beside others' counters and inserts. */
final class NodeLoads {
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
    static final String INSERT_SQLITE = "Mintmark over SQLite: bulk_insert, documents, 1 stream";
    static final String INSERT_ONE = "Mintmark over PostgreSQL, 1 node: bulk_insert, documents, 1 stream";
    static final String REDIS = "Redis, INCRBY of 1 key, appendfsync always";
    static final String ETCD = "etcd, 1 member: compare and put over its HTTP gateway, 64 keys";

    private final Stage stage;
    private final Turns turns;
    private final Results results;

    private NodeLoads(String part, Stage stage, Results results) {
        this.stage = stage;
        this.turns = new Turns(part, stage.site());
        this.results = results;
    }

    /** Measures what is wanted of both; PostgreSQL's one row stands beside either. */
    static void ranges(Stage stage, boolean ranges, boolean identities, Results results) throws IOException {
        NodeLoads part = new NodeLoads("ranges and identities", stage, results);
        Optional<Redis> redis = ranges ? Redis.start(stage.site().work()) : Optional.empty();
        Optional<Etcd> etcd = ranges ? Etcd.start(stage.site().work()) : Optional.empty();
        try {
            if (ranges) {
                part.addRanges();
                part.addPeers(redis, etcd);
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
        turns.addPeer(name, window -> PostgresLoad.ranges(stage.postgres(), rows, window));
    }

    private void addPeers(Optional<Redis> redis, Optional<Etcd> etcd) {
        redis.ifPresentOrElse(
                there -> turns.addPeer(REDIS, there.increments(RoundsPart.CONNECTIONS)),
                () -> results.addMissing(REDIS, "no redis-server on the path (Debian: apt-get install redis-server)"));
        etcd.ifPresentOrElse(
                there -> turns.addPeer(ETCD, there.transactions(RoundsPart.CONNECTIONS)),
                () -> results.addMissing(ETCD, "no etcd on the path (Debian: apt-get install etcd-server)"));
    }

    /** Measures documents that one stream inserts through one node, beside batches of PostgreSQL's own. */
    static void inserts(Stage stage, Results results) throws IOException {
        int documents = stage.site().effort().choose(2_000, 100_000, 200_000);
        NodeLoads part = new NodeLoads("bulk insert", stage, results);
        part.turns.addStreamed(INSERT_SQLITE, stage.sqlite().streams(documents));
        part.turns.addStreamed(INSERT_ONE, stage.one().streams(documents));
        part.turns.addPeer(DocumentsPart.POSTGRES_1, window -> PostgresLoad.inserts(stage.postgres(), 1, window));
        part.turns.addPeer(DocumentsPart.POSTGRES_4, window -> PostgresLoad.inserts(stage.postgres(), 4, window));
        part.turns.run(results);
    }

    /** Measures ranges over one counter, and over very many in an order that jumps about. */
    static void counters(Stage stage, Results results) throws IOException {
        NodeLoads part = new NodeLoads("counters", stage, results);
        for (int counters : new int[] {1, most(stage.site())}) {
            part.turns.addServer(direct(counters), over(stage.direct(), counters));
        }
        part.turns.run(results);
    }

    private static Turns.Subject over(Nodes nodes, int counters) throws IOException {
        String database = "counters" + counters;
        nodes.createDatabase(database);
        long start = System.nanoTime();
        nodes.useCounters(database, counters);
        Progress.say("counters: %,d were made in %.1f s", counters, (System.nanoTime() - start) / 1e9);
        return nodes.load(database, traffic -> traffic.reservationsAnywhere(counters));
    }

    /** Returns how many are the most. */
    static int most(Site site) {
        return site.effort().choose(2_000, 100_000, 1_000_000);
    }

    /** Returns the name of ranges that all come from the counters' rows. */
    static String direct(int counters) {
        return "Mintmark over PostgreSQL, 1 node, --no-ranges-ahead: hilo/next over "
                + Figures.text(counters == 1 ? "%,d counter" : "%,d counters", counters);
    }
}
