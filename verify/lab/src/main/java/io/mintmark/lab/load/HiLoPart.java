package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.peers.PostgresLoad;
import io.mintmark.lab.peers.Wrk;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Site;
import java.io.IOException;

/**
 * Durable ranges beside a constant range on the same route, beside a constant of another route, and beside PostgreSQL.
 */
final class HiLoPart extends RoundsPart {
    static final String ONE = "hilo/next, 1 counter";
    static final String MANY = "hilo/next, 1,000 counters";
    static final String CONSTANT = "hilo/next, a constant: always the same range, no store";
    static final String ONE_BY_WRK = ONE + ", sent by wrk";
    static final String CONSTANT_BY_WRK = CONSTANT + ", sent by wrk";
    static final String OTHER_ROUTE = "cluster/node-info, a constant without parameters and database";
    static final String POSTGRES_ONE = "PostgreSQL, guarded update of 1 row";
    static final String POSTGRES_MANY = "PostgreSQL, guarded update of 16 rows";
    static final int POSTGRES_ROWS = 16;

    private static final int COUNTERS = 1_000;

    private HiLoPart(Site site) {
        super(site);
    }

    /** Measures, prints, and returns what was found. */
    static Results print(Site site) throws IOException {
        Results results = new HiLoPart(site)
                .print(
                        "hilo",
                        "## Ranges\n\n" + CONNECTIONS + " connections, each with one request under way; ranges of 32,"
                                + " each with its lease and token. PostgreSQL: " + PostgresLoad.THREADS
                                + " threads of JDBC; ");
        if (!Wrk.isInstalled()) {
            System.out.println(Wrk.MISSING + "\n");
        }
        return results;
    }

    @Override
    void measureOurs() throws IOException {
        try (ServerProcess server = site.startServer()) {
            Traffic traffic = Site.traffic(server);
            addRanges(ONE, ONE_BY_WRK, server);
            add(MANY, server, traffic.reservations(COUNTERS), CONNECTIONS, 1);
            add(OTHER_ROUTE, server, traffic.constant(), CONNECTIONS, 1);
        }
        try (ServerProcess server = site.startUnstored()) {
            addRanges(CONSTANT, CONSTANT_BY_WRK, server);
        }
    }

    private void addRanges(String name, String byWrk, ServerProcess server) throws IOException {
        Traffic traffic = Site.traffic(server);
        add(name, server, traffic.reservations(1), CONNECTIONS, 1);
        Wrk.sample(server, traffic.reservation(), CONNECTIONS, site).ifPresent(sample -> results.add(byWrk, sample));
    }

    @Override
    void measure(Postgres postgres) throws IOException {
        results.add(POSTGRES_ONE, PostgresLoad.ranges(postgres, 1, site.storeWindow()));
        results.add(POSTGRES_MANY, PostgresLoad.ranges(postgres, POSTGRES_ROWS, site.storeWindow()));
    }
}
