package io.mintmark.lab.load;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.DocumentText;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.peers.PostgresLoad;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Site;
import java.io.IOException;

/** Documents read in every way beside a constant answer of the same server, and beside PostgreSQL's own reads. */
final class DocumentReads extends RoundsPart {
    static final String ONE = "GET of a document by id";
    static final String UNCHANGED = "GET of a document that did not change, 304";
    static final String BY_IDS = "POST of 100 ids, documents, 8 connections, no gzip";
    static final String BY_PREFIX = "GET of 100 documents by prefix, documents, 8 connections, no gzip";
    static final String POSTGRES = "PostgreSQL, SELECT by key, 32 threads";

    private static final int MANY = 100;
    private static final int FEW_CONNECTIONS = 8;
    private static final int THREADS = 32;
    private static final int READABLE = 100_000;

    private DocumentReads(Site site) {
        super(site);
    }

    /** Measures, prints, and returns what was found. */
    static Results print(Site site) throws IOException {
        return new DocumentReads(site)
                .print(
                        "reads",
                        "## Reads of documents\n\nAmong 100,000 documents of about 250 bytes; " + CONNECTIONS
                                + " connections where nothing else is said. ");
    }

    @Override
    void measureOurs() throws IOException {
        try (ServerProcess server = site.startServer()) {
            Traffic traffic = Site.traffic(server);
            Requests batches = traffic.batches(new IssuedNumbers(0, 1), BATCH);
            ClosedLoop.send(server.address(), batches, 1, READABLE / BATCH);
            warm(server, traffic.reads(READABLE));
            measure(server, traffic);
        }
    }

    private void measure(ServerProcess server, Traffic traffic) throws IOException {
        String id = DocumentText.id(READABLE / 2);
        String etag = new AdminClient(server.url()).etag("/databases/" + Site.DATABASE + "/docs?id=" + id);
        add(HiLoPart.OTHER_ROUTE, server, traffic.constant(), CONNECTIONS, 1);
        add(ONE, server, traffic.reads(READABLE), CONNECTIONS, 1);
        add(UNCHANGED, server, traffic.unchanged(id, etag), CONNECTIONS, 1);
        add(BY_IDS, server, traffic.readsOfMany(READABLE, MANY), FEW_CONNECTIONS, MANY);
        add(BY_PREFIX, server, traffic.lists(READABLE / 2, MANY), FEW_CONNECTIONS, MANY);
    }

    /** The first subject of a fresh server would pay for compilers that later ones find at rest. */
    private void warm(ServerProcess server, Requests requests) throws IOException {
        try (ClosedLoop loop = ClosedLoop.connect(server.address(), requests, CONNECTIONS)) {
            loop.run(site.window().warmUp());
        }
    }

    @Override
    void measure(Postgres postgres) throws IOException {
        PostgresLoad.createDocuments(postgres);
        PostgresLoad.fill(postgres, READABLE);
        postgres.execute("VACUUM ANALYZE document", "CHECKPOINT");
        results.add(POSTGRES, PostgresLoad.reads(postgres, READABLE, THREADS, site.storeWindow()));
    }
}
