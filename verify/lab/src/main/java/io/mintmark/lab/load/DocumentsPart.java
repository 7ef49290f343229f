package io.mintmark.lab.load;

import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.peers.PostgresLoad;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Site;
import java.io.IOException;

/** Identities, and documents saved in every way, beside PostgreSQL's batch inserts. */
final class DocumentsPart extends RoundsPart {
    static final String BULK_INSERT = "bulk_insert, documents, 1 stream";
    static final String POSTGRES_1 = "PostgreSQL, batch insert, 1 connection";
    static final String POSTGRES_4 = "PostgreSQL, batch insert, 4 connections";

    /** Each load has numbers of its own, so that none overwrites what another saved. */
    private static final long APART = 100_000_000;

    private DocumentsPart(Site site) {
        super(site);
    }

    /** Measures, prints, and returns what was found. */
    static Results print(Site site) throws IOException {
        return new DocumentsPart(site)
                .print(
                        "documents",
                        "## Identities and documents\n\nDocuments of about 250 bytes; " + CONNECTIONS
                                + " connections where nothing else is said. PostgreSQL: JSONB, " + PostgresLoad.BATCH
                                + " a transaction, the same keys and index; ");
    }

    @Override
    void measureOurs() throws IOException {
        try (ServerProcess server = site.startServer()) {
            Traffic traffic = Site.traffic(server);
            add("identity/next, 1 identity", server, traffic.identities(), CONNECTIONS, 1);
            add("PUT of a document", server, traffic.puts(numbers(1, CONNECTIONS)), CONNECTIONS, 1);
            add("bulk_docs of 100, documents, 8 connections", server, traffic.batches(numbers(2, 8), BATCH), 8, BATCH);
            add("bulk_docs of 100, documents, 1 connection", server, traffic.batches(numbers(3, 1), BATCH), 1, BATCH);
            BulkInserts inserts = new BulkInserts(server, traffic, 4 * APART);
            results.add(BULK_INSERT, site.window().of(server, time -> inserts.run(time, site.streamed()), 1));
        }
    }

    private static IssuedNumbers numbers(int load, int callers) {
        return new IssuedNumbers(load * APART, callers);
    }

    @Override
    void measure(Postgres postgres) throws IOException {
        results.add(POSTGRES_1, PostgresLoad.inserts(postgres, 1, site.storeWindow()));
        results.add(POSTGRES_4, PostgresLoad.inserts(postgres, 4, site.storeWindow()));
    }
}
