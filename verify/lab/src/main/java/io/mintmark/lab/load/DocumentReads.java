package io.mintmark.lab.load;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.DocumentText;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.peers.PostgresInserts;
import io.mintmark.lab.peers.PostgresReads;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.BlockingLoop;
import io.mintmark.lab.report.ResultTable;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Window;
import java.io.IOException;
import java.sql.SQLException;

/** Documents read in every way beside a constant answer of the same server, and beside PostgreSQL's own reads. */
final class DocumentReads {
    static final String ONE = "GET of a document by id";
    static final String UNCHANGED = "GET of a document that did not change, 304";
    static final String BY_IDS = "POST of 100 ids, documents, 8 connections, no gzip";
    static final String BY_PREFIX = "GET of 100 documents by prefix, documents, 8 connections, no gzip";
    static final String POSTGRES = "PostgreSQL, SELECT by key, 32 threads";

    private static final int BATCH = 100;
    private static final int MANY = 100;
    private static final int FEW_CONNECTIONS = 8;
    private static final int THREADS = 32;
    private static final int READABLE = 100_000;

    private final Site site;
    private final Results results = new Results();
    private String store = "";

    private DocumentReads(Site site) {
        this.site = site;
    }

    /** Measures, prints, and returns what was found. */
    static Results print(Site site) throws IOException {
        DocumentReads reads = new DocumentReads(site);
        for (int round = 1; round <= site.effort().rounds(); round++) {
            Progress.say("reads, round %d of %d", round, site.effort().rounds());
            reads.results.add(site.disk());
            reads.measureOurs();
            reads.measurePostgres();
        }
        System.out.println("## Reads of documents\n\nAmong 100,000 documents of about 250 bytes; "
                + HiLoPart.CONNECTIONS + " connections where nothing else is said. " + reads.store + ".\n");
        ResultTable.print(reads.results);
        return reads.results;
    }

    private void measureOurs() throws IOException {
        try (ServerProcess server = site.startServer()) {
            measure(server, Site.traffic(server));
        }
    }

    private void measurePostgres() throws IOException {
        try (Postgres postgres = Postgres.start(site.work())) {
            store = postgres.description();
            PostgresInserts.createTable(postgres);
            measure(postgres);
        }
    }

    private void measure(ServerProcess server, Traffic traffic) throws IOException {
        seed(server, traffic);
        String id = DocumentText.id(READABLE / 2);
        String etag = new AdminClient(server.url()).etag("/databases/" + Site.DATABASE + "/docs?id=" + id);
        warm(server, traffic.reads(READABLE));
        add(HiLoPart.OTHER_ROUTE, server, traffic.constant(), HiLoPart.CONNECTIONS, 1);
        add(ONE, server, traffic.reads(READABLE), HiLoPart.CONNECTIONS, 1);
        add(UNCHANGED, server, traffic.unchanged(id, etag), HiLoPart.CONNECTIONS, 1);
        add(BY_IDS, server, traffic.readsOfMany(READABLE, MANY), FEW_CONNECTIONS, MANY);
        add(BY_PREFIX, server, traffic.lists(READABLE / 2, MANY), FEW_CONNECTIONS, MANY);
    }

    /** The first subject of a fresh server would pay for compilers that later ones find at rest. */
    private void warm(ServerProcess server, Requests requests) throws IOException {
        try (ClosedLoop loop = ClosedLoop.connect(server.address(), requests, HiLoPart.CONNECTIONS)) {
            loop.run(site.warmUp());
        }
    }

    private void add(String what, ServerProcess server, Requests requests, int connections, int units)
            throws IOException {
        results.add(what, Window.of(server, requests, connections, units, site));
    }

    private static void seed(ServerProcess server, Traffic traffic) throws IOException {
        try (ClosedLoop loop =
                ClosedLoop.connect(server.address(), traffic.batches(new IssuedNumbers(0, 1), BATCH), 1)) {
            long expected = READABLE / BATCH;
            long saved = loop.run((int) expected).requests();
            if (saved != expected) {
                throw new IOException("of " + expected + " batches of documents to read, " + saved + " were saved");
            }
        }
    }

    /** Fills the table that is there, and reads it. */
    private void measure(Postgres postgres) throws IOException {
        try {
            PostgresReads.fill(postgres, READABLE);
        } catch (SQLException e) {
            throw new IOException(e);
        }
        postgres.execute("VACUUM ANALYZE document", "CHECKPOINT");
        try (BlockingLoop loop = BlockingLoop.open(THREADS, thread -> PostgresReads.open(postgres, READABLE))) {
            results.add(
                    POSTGRES,
                    Window.of(
                            postgres.process(),
                            loop::run,
                            1,
                            site.storeWarmUp(),
                            site.window(),
                            ProcessMemory::together));
        }
    }
}
