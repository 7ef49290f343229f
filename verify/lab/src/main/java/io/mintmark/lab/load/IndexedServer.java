package io.mintmark.lab.load;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
        require("PUT /admin/databases?name=shop", "{}");
    }

    /** Starts it; {@code engine} is the directory of the engine for JavaScript, if there is one. */
    static IndexedServer start(WorkDirectory directory, Path launcher, Optional<Path> engine) throws IOException {
        List<String> command = new ArrayList<>(ServerProcess.shipped(launcher, directory.fresh("indexed")));
        engine.ifPresent(folder -> command.addAll(List.of("--javascript", folder.toString())));
        return new IndexedServer(ServerProcess.start(command, directory.file("indexed.log")));
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
            return switch (this) {
                case DECLARATIVE ->
                    String.format(
                            INDEX,
                            "\"Aggregation\":{\"Collection\":\"Users\",\"GroupBy\":[\"Number\"],"
                                    + "\"Aggregates\":[{\"Name\":\"Count\",\"Function\":\"Count\"}]}");
                case CSHARP -> csharp("u.Number");
                case JAVASCRIPT -> javascript("u.Number");
            };
        }

        /** Returns the definition with {@code groups} groups; the declarative form computes no keys, and has none. */
        String definition(int groups) {
            return this == CSHARP ? csharp("u.Number % " + groups) : javascript("u.Number % " + groups);
        }

        private static String csharp(String key) {
            return String.format(
                    INDEX,
                    "\"Maps\":[\"from u in docs.Users select new { Key = " + key + ", Count = 1 }\"],"
                            + "\"Reduce\":\"from r in results group r by r.Key into g"
                            + " select new { Key = g.Key, Count = g.Sum(x => x.Count) }\"");
        }

        private static String javascript(String key) {
            return String.format(
                    INDEX,
                    "\"Maps\":[\"map('Users', u => ({ Key: " + key + ", Count: 1 }))\"],"
                            + "\"Reduce\":\"groupBy(r => r.Key).aggregate(g => ({ Key: g.key,"
                            + " Count: g.values.reduce((sum, r) => sum + r.Count, 0) }))\"");
        }

        @Override
        public String toString() {
            return shown;
        }
    }

    /**
     * Asks on a connection of its own: between two questions lies a load that is longer than a server keeps an idle
     * one.
     */
    private void require(String line, String body) throws IOException {
        try (HttpConnection connection = HttpConnection.to(server.url())) {
            String ignored = connection.require(line, body);
        }
    }

    void index(String definition) throws IOException {
        require("PUT /databases/shop/indexes", definition);
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
