package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.peers.PostgresRanges;
import io.mintmark.lab.peers.Wrk;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.ResultTable;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Window;
import java.io.IOException;

/**
 * Durable ranges beside a constant range on the same route, beside a constant of another route, and beside PostgreSQL.
 */
final class HiLoPart {
    static final int CONNECTIONS = 64;
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

    private final Site site;
    private final Results results = new Results();
    private String store = "";

    private HiLoPart(Site site) {
        this.site = site;
    }

    /** Measures, prints, and returns what was found. */
    static Results print(Site site) throws IOException {
        HiLoPart part = new HiLoPart(site);
        for (int round = 1; round <= site.effort().rounds(); round++) {
            Progress.say("hilo, round %d of %d", round, site.effort().rounds());
            part.results.add(site.disk());
            part.measureOurs();
            part.measureUnstored();
            part.measurePostgres();
        }
        System.out.println("## Ranges\n\n" + CONNECTIONS
                + " connections, each with one request under way; ranges of 32,"
                + " each with its lease and token. PostgreSQL: " + PostgresRanges.THREADS + " threads of JDBC; "
                + part.store + ".\n");
        ResultTable.print(part.results);
        if (!Wrk.isInstalled()) {
            System.out.println(Wrk.MISSING + "\n");
        }
        return part.results;
    }

    private void measureOurs() throws IOException {
        try (ServerProcess server = site.startServer()) {
            Traffic traffic = Site.traffic(server);
            results.add(ONE, Window.of(server, traffic.reservations(1), CONNECTIONS, 1, site));
            Wrk.sample(server, traffic.reservation(), CONNECTIONS, site)
                    .ifPresent(sample -> results.add(ONE_BY_WRK, sample));
            results.add(MANY, Window.of(server, traffic.reservations(COUNTERS), CONNECTIONS, 1, site));
            results.add(OTHER_ROUTE, Window.of(server, traffic.constant(), CONNECTIONS, 1, site));
        }
    }

    private void measureUnstored() throws IOException {
        try (ServerProcess server = site.startUnstored()) {
            Traffic traffic = Site.traffic(server);
            results.add(CONSTANT, Window.of(server, traffic.reservations(1), CONNECTIONS, 1, site));
            Wrk.sample(server, traffic.reservation(), CONNECTIONS, site)
                    .ifPresent(sample -> results.add(CONSTANT_BY_WRK, sample));
        }
    }

    private void measurePostgres() throws IOException {
        try (Postgres postgres = Postgres.start(site.work())) {
            store = postgres.description();
            results.add(POSTGRES_ONE, ranges(postgres, 1));
            results.add(POSTGRES_MANY, ranges(postgres, POSTGRES_ROWS));
        }
    }

    private Sample ranges(Postgres postgres, int rows) throws IOException {
        return PostgresRanges.measure(postgres, rows, site.storeWarmUp(), site.window());
    }
}
