package io.mintmark.lab.load;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A server with an empty database, in which users are stored and indexed. */
final class IndexedServer implements AutoCloseable {
    static final int CONNECTIONS = 64;

    private static final String INDEX =
            "{\"Indexes\":[{\"Name\":\"users\",\"OutputReduceToCollection\":\"UserCounts\",%s}]}";

    private final ServerProcess server;
    private final Traffic traffic;

    private IndexedServer(ServerProcess server) throws IOException {
        this.server = server;
        this.traffic = new Traffic(server.url(), "shop");
        new AdminClient(server.url()).createDatabase("shop");
    }

    /** Starts it; {@code engine} is the directory of the engine for JavaScript, if there is one. */
    static IndexedServer start(Site site, Optional<Path> engine) throws IOException {
        List<String> options =
                engine.map(folder -> List.of("--javascript", folder.toString())).orElse(List.of());
        return new IndexedServer(site.startEmpty("indexed", "", options));
    }

    /** The ways to write an index that counts users by their number. */
    enum Way {
        DECLARATIVE("declarative"),
        CSHARP("C#"),
        JAVASCRIPT("JavaScript");

        private final String shown;

        Way(String shown) {
            this.shown = shown;
        }

        /** Returns the definition with as many groups as users. */
        String definition() {
            return this == DECLARATIVE
                    ? String.format(
                            INDEX,
                            "\"Aggregation\":{\"Collection\":\"Users\",\"GroupBy\":[\"Number\"],"
                                    + "\"Aggregates\":[{\"Name\":\"Count\",\"Function\":\"Count\"}]}")
                    : keyed("u.Number");
        }

        /** Returns the definition with {@code groups} groups; the declarative form computes no keys, and has none. */
        String definition(int groups) {
            return keyed("u.Number % " + groups);
        }

        private String keyed(String key) {
            return this == CSHARP
                    ? mapReduce(
                            "from u in docs.Users select new { Key = " + key + ", Count = 1 }",
                            "from r in results group r by r.Key into g"
                                    + " select new { Key = g.Key, Count = g.Sum(x => x.Count) }")
                    : mapReduce(
                            "map('Users', u => ({ Key: " + key + ", Count: 1 }))",
                            "groupBy(r => r.Key).aggregate(g => ({ Key: g.key,"
                                    + " Count: g.values.reduce((sum, r) => sum + r.Count, 0) }))");
        }

        private static String mapReduce(String map, String reduce) {
            return String.format(INDEX, "\"Maps\":[\"" + map + "\"],\"Reduce\":\"" + reduce + "\"");
        }

        @Override
        public String toString() {
            return shown;
        }
    }

    void index(String definition) throws IOException {
        require("PUT /databases/shop/indexes", definition);
    }

    private void require(String line, String body) throws IOException {
        String ignored = new AdminClient(server.url()).require(201, line, body);
    }

    /** Returns after how many seconds the index has followed everything. */
    double caughtUp() throws IOException {
        long begun = System.nanoTime();
        require("POST /databases/shop/bulk_docs?waitForIndexesTimeout=01:00:00", "{\"Commands\":[]}");
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Returns connections that store users, {@code batch} at a time. */
    ClosedLoop saving(int batch) throws IOException {
        IssuedNumbers numbers = new IssuedNumbers(0, CONNECTIONS);
        return ClosedLoop.connect(
                server.address(), batch == 1 ? traffic.puts(numbers) : traffic.batches(numbers, batch), CONNECTIONS);
    }

    ProcessHandle handle() {
        return server.handle();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
