package io.mintmark.lab.load;

import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The servers of one run, all over one PostgreSQL: each starts when somebody first asks for it, and stays to the end.
 */
final class Stage implements AutoCloseable {
    static final int SEVERAL = 3;

    private final Site site;
    private final Postgres postgres;
    private final Map<String, Nodes> nodes = new LinkedHashMap<>();

    /** Starts servers of ours. */
    @FunctionalInterface
    private interface Start {
        Nodes start() throws IOException;
    }

    /** Starts PostgreSQL. */
    Stage(Site site) throws IOException {
        this.site = site;
        this.postgres = Postgres.start(site.work());
    }

    Site site() {
        return site;
    }

    Postgres postgres() {
        return postgres;
    }

    /** Returns one server over a directory. */
    Nodes sqlite() throws IOException {
        return started("sqlite", () -> Nodes.of(site.startServer()));
    }

    /** Returns one server that always answers with the same range. */
    Nodes unstored() throws IOException {
        return started("unstored", () -> Nodes.of(site.startUnstored()));
    }

    /** Returns one node as it is by default. */
    Nodes one() throws IOException {
        return started("one", () -> Nodes.over(postgres, site, "one", 1));
    }

    /** Returns several nodes as they are by default. */
    Nodes several() throws IOException {
        return started("several", () -> Nodes.over(postgres, site, "several", SEVERAL));
    }

    /** Returns one node that takes every range from the counter's row. */
    Nodes direct() throws IOException {
        return started("direct", () -> Nodes.over(postgres, site, "direct", 1, "--no-ranges-ahead"));
    }

    private Nodes started(String name, Start start) throws IOException {
        Nodes known = nodes.get(name);
        if (known != null) {
            return known;
        }
        Nodes fresh = start.start();
        nodes.put(name, fresh);
        return fresh;
    }

    @Override
    public void close() throws IOException {
        try {
            for (Nodes each : nodes.values()) {
                each.close();
            }
        } finally {
            postgres.close();
        }
    }
}
