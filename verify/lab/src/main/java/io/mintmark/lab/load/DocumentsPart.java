package io.mintmark.lab.load;

import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.peers.PostgresInserts;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.ResultTable;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Window;
import java.io.IOException;

/** Identities, and documents saved in every way, beside PostgreSQL's batch inserts. */
final class DocumentsPart {
    static final String BULK_INSERT = "bulk_insert, documents, 1 stream";
    static final String POSTGRES_1 = "PostgreSQL, batch insert, 1 connection";
    static final String POSTGRES_4 = "PostgreSQL, batch insert, 4 connections";

    private static final int BATCH = 100;

    /** Each load has numbers of its own, so that none overwrites what another saved. */
    private static final long APART = 100_000_000;

    private final Site site;
    private final Results results = new Results();
    private String missing = "";
    private String store = "";

    private DocumentsPart(Site site) {
        this.site = site;
    }

    /** Measures, prints, and returns what was found. */
    static Results print(Site site) throws IOException {
        DocumentsPart part = new DocumentsPart(site);
        for (int round = 1; round <= site.effort().rounds(); round++) {
            Progress.say("documents, round %d of %d", round, site.effort().rounds());
            part.results.add(site.disk());
            part.measureOurs();
            part.measurePostgres();
        }
        System.out.println("## Identities and documents\n\nDocuments of about 250 bytes; " + HiLoPart.CONNECTIONS
                + " connections where nothing else is said. PostgreSQL: JSONB, " + PostgresInserts.BATCH
                + " a transaction, the same keys and index; " + part.store + ".\n");
        ResultTable.print(part.results);
        if (!part.missing.isEmpty()) {
            System.out.println("**bulk_insert was not measured:** " + part.missing + "\n");
        }
        return part.results;
    }

    private void measureOurs() throws IOException {
        int many = HiLoPart.CONNECTIONS;
        try (ServerProcess server = site.startServer()) {
            Traffic traffic = Site.traffic(server);
            results.add("identity/next, 1 identity", Window.of(server, traffic.identities(), many, 1, site));
            results.add("PUT of a document", Window.of(server, traffic.puts(numbers(1, many)), many, 1, site));
            results.add("bulk_docs of 100, documents, 8 connections", batches(server, traffic, numbers(2, 8), 8));
            results.add("bulk_docs of 100, documents, 1 connection", batches(server, traffic, numbers(3, 1), 1));
            measureStream(server, traffic);
        }
    }

    private static IssuedNumbers numbers(int load, int callers) {
        return new IssuedNumbers(load * APART, callers);
    }

    private Sample batches(ServerProcess server, Traffic traffic, IssuedNumbers numbers, int connections)
            throws IOException {
        return Window.of(server, traffic.batches(numbers, BATCH), connections, BATCH, site);
    }

    private void measureStream(ServerProcess server, Traffic traffic) throws IOException {
        BulkInserts inserts = new BulkInserts(server, traffic, 4 * APART);
        missing = inserts.whyNot();
        if (missing.isEmpty()) {
            results.add(
                    BULK_INSERT,
                    Window.of(
                            server.handle(),
                            time -> inserts.run(time, site.streamed()),
                            1,
                            site.warmUp(),
                            site.window(),
                            ProcessMemory::resident));
        }
    }

    private void measurePostgres() throws IOException {
        try (Postgres postgres = Postgres.start(site.work())) {
            store = postgres.description();
            results.add(POSTGRES_1, inserts(postgres, 1));
            results.add(POSTGRES_4, inserts(postgres, 4));
        }
    }

    private Sample inserts(Postgres postgres, int connections) throws IOException {
        return PostgresInserts.measure(postgres, connections, site.storeWarmUp(), site.window());
    }
}
