package io.mintmark.lab.load;

import io.mintmark.lab.http.ClosedLoop;
import io.mintmark.lab.http.HttpConnection;
import io.mintmark.lab.http.IssuedNumbers;
import io.mintmark.lab.http.Traffic;
import io.mintmark.lab.measure.Effort;
import io.mintmark.lab.measure.EffortOptions;
import io.mintmark.lab.process.LauncherOption;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code lab/index}: what an index costs, beside saves and by itself, and prints one table. */
@Command(
        name = "lab/index",
        mixinStandardHelpOptions = true,
        description =
                "Measures what a document costs an index of few groups and of as many as documents, and what saves of"
                        + " 64 connections lose beside an index.")
final class IndexRun implements Callable<Integer> {
    private static final int CONNECTIONS = 64;
    private static final int BATCH = 100;
    private static final Duration WARM_UP = Duration.ofSeconds(3);

    @Mixin
    private EffortOptions effort = new EffortOptions();

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = "Where data lies while it is measured, on the disk to measure. Default: lab/target/load")
    private Path work = Path.of("lab", "target", "load");

    @Mixin
    private LauncherOption launcher = new LauncherOption();

    private IndexRun() {}

    public static void main(String... args) {
        System.exit(new CommandLine(new IndexRun()).execute(args));
    }

    /** A server with an empty database. */
    private record Stage(ServerProcess server, HttpConnection connection, Traffic traffic) implements AutoCloseable {
        static Stage open(WorkDirectory directory, Path launcher, String name) throws IOException {
            ServerProcess server = ServerProcess.start(
                    ServerProcess.shipped(launcher, directory.fresh(name)), directory.file(name + ".log"));
            HttpConnection connection = HttpConnection.to(server.url());
            Stage stage = new Stage(server, connection, new Traffic(server.url(), "shop"));
            stage.require("PUT /admin/databases?name=shop", "{}");
            return stage;
        }

        void require(String line, String body) throws IOException {
            int status = connection.ask(line, body);
            if (status >= 300) {
                throw new IOException(line + " was answered " + status + ": " + connection.body());
            }
        }

        /** Puts an index that counts users by {@code key}. */
        void index(String key) throws IOException {
            require(
                    "PUT /databases/shop/indexes",
                    "{\"Indexes\":[{\"Name\":\"users\",\"OutputReduceToCollection\":\"UserCounts\",\"Maps\":[\"from u in docs.Users"
                            + " select new { Key = " + key
                            + ", Count = 1 }\"],\"Reduce\":\"from r in results group r by r.Key"
                            + " into g select new { Key = g.Key, Count = g.Sum(x => x.Count) }\"}]}");
        }

        /** Returns after how many seconds the index has followed everything. */
        double caughtUp() throws IOException {
            long begun = System.nanoTime();
            require("POST /databases/shop/bulk_docs?waitForIndexesTimeout=01:00:00", "{\"Commands\":[]}");
            return (System.nanoTime() - begun) / 1e9;
        }

        ClosedLoop loop(int batch) throws IOException {
            IssuedNumbers numbers = new IssuedNumbers(0, CONNECTIONS);
            return ClosedLoop.connect(
                    server.address(),
                    batch == 1 ? traffic.puts(numbers) : traffic.batches(numbers, batch),
                    CONNECTIONS);
        }

        @Override
        public void close() throws IOException {
            connection.close();
            server.close();
        }
    }

    @Override
    public Integer call() throws IOException {
        Effort planned = effort.effort();
        int documents = planned.choose(5_000, 100_000, 1_000_000);
        Duration window = Duration.ofSeconds(planned.choose(3, 10, 30));
        try (WorkDirectory directory = WorkDirectory.below(work)) {
            Conditions conditions = Conditions.on(directory);
            conditions.print(planned);
            Path script = launcher.script();
            double few = perDocument(directory, script, documents, "u.Number % 100");
            double many = perDocument(directory, script, documents, "u.Number");
            Saves without = saves(directory, script, window, false);
            Saves with = saves(directory, script, window, true);
            System.out.printf(
                    Locale.ROOT,
                    "| | Figure |%n|---|---|%n"
                            + "| a document, %,d of them in 100 groups | %.0f µs |%n"
                            + "| a document, %,d of them in as many groups | %.0f µs |%n"
                            + "| the second ÷ the first | %.2f |%n"
                            + "| saves a second, %d connections, no index | %,.0f |%n"
                            + "| saves a second beside an index | %,.0f |%n"
                            + "| the second ÷ the first | %.2f |%n"
                            + "| staleness at the end of %d s | %.2f s |%n",
                    documents,
                    few,
                    documents,
                    many,
                    many / few,
                    CONNECTIONS,
                    without.perSecond(),
                    with.perSecond(),
                    with.perSecond() / without.perSecond(),
                    window.toSeconds(),
                    with.staleSeconds());
            conditions.printAfter();
        }
        return 0;
    }

    /** Returns microseconds for each document of an index that is put when all are stored. */
    private static double perDocument(WorkDirectory directory, Path script, int documents, String key)
            throws IOException {
        try (Stage stage = Stage.open(directory, script, "whole")) {
            try (ClosedLoop loop = stage.loop(BATCH)) {
                ClosedLoop.Flow ignored = loop.run(documents / BATCH);
            }
            stage.index(key);
            return stage.caughtUp() * 1e6 / documents;
        }
    }

    /** What saves came to. */
    private record Saves(double perSecond, double staleSeconds) {}

    private static Saves saves(WorkDirectory directory, Path script, Duration window, boolean indexed)
            throws IOException {
        try (Stage stage = Stage.open(directory, script, "saves")) {
            if (indexed) {
                stage.index("u.Number % 1000");
            }
            try (ClosedLoop loop = stage.loop(1)) {
                ClosedLoop.Flow ignored = loop.run(WARM_UP);
                double perSecond = loop.run(window).perSecond();
                return new Saves(perSecond, indexed ? stage.caughtUp() : 0);
            }
        }
    }
}
