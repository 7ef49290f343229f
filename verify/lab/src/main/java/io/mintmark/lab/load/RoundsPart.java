package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.ResultTable;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Site;
import java.io.IOException;

/** A part of the load whose servers, ours and PostgreSQL, start anew in each round. */
abstract class RoundsPart {
    static final int CONNECTIONS = 64;
    static final int BATCH = 100;

    final Site site;
    final Results results = new Results();

    RoundsPart(Site site) {
        this.site = site;
    }

    /** Measures servers of ours in one round. */
    abstract void measureOurs() throws IOException;

    /** Measures PostgreSQL in the same round. */
    abstract void measure(Postgres postgres) throws IOException;

    /** Measures, prints below a text that tells of PostgreSQL in the end, and returns what was found. */
    final Results print(String name, String text) throws IOException {
        String store = "";
        for (int round = 1; round <= site.effort().rounds(); round++) {
            Progress.say("%s, round %d of %d", name, round, site.effort().rounds());
            results.add(site.disk());
            measureOurs();
            try (Postgres postgres = Postgres.start(site.work())) {
                store = postgres.description();
                measure(postgres);
            }
        }
        System.out.println(text + store + ".\n");
        ResultTable.print(results);
        return results;
    }

    final void add(String what, ServerProcess server, Requests requests, int connections, int units)
            throws IOException {
        results.add(what, site.window().of(server, requests, connections, units));
    }
}
