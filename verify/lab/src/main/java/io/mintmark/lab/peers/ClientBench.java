package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.Answer;
import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.RoundsCommand;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.TargetTable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code verify/lab/client}: runs both clients against one server, in turns, and prints the tables. */
@Command(
        name = "verify/lab/client",
        description = "Our Java client beside RavenDB's: in 3 rounds, or in 1 with --short.")
final class ClientBench extends RoundsCommand {
    private static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
    private static final List<String> CLIENTS = List.of("official", "ours");
    private static final int SESSION_DOCUMENTS = 1_000;

    @Option(names = "--classes", paramLabel = "DIR", description = "The lab's own classes.")
    private Path classes = Path.of("verify", "lab", "target", "classes");

    private final Rounds<String, double[]> measured = new Rounds<>();
    private int databases;

    ClientBench() {
        super(1, 1, 3);
    }

    @Override
    protected void measure(Site site, Conditions conditions) throws IOException {
        Effort planned = site.effort();
        long millis = planned.choose(2_000L, 4_000L, 4_000L);
        try (ServerProcess server = site.startEmpty("data", "", List.of())) {
            printConditions(conditions, planned, millis);
            for (int round = 1; round <= planned.rounds(); round++) {
                Progress.say("round %d of %d", round, planned.rounds());
                measureAll(server, Long.toString(millis), planned.choose("20000", "100000", "100000"));
            }
        }
        printIds();
        printDocuments();
        printStart();
        printTargets();
    }

    private void measureAll(ServerProcess server, String millis, String inserted) throws IOException {
        measure(server, "first", "first");
        measure(server, "ids 1", "ids", "1", millis, millis);
        measure(server, "ids 2", "ids", "2", millis, millis);
        measure(server, "save", "save", Integer.toString(SESSION_DOCUMENTS), millis);
        measure(server, "bulk", "bulk", inserted, millis);
    }

    private void measure(ServerProcess server, String name, String... task) throws IOException {
        for (String client : CLIENTS) {
            String database = "db" + ++databases;
            new AdminClient(server.url()).createDatabase(database);
            Progress.say("%s: %s", name, client);
            measured.add(client + " " + name, run(client, server.url().toString(), database, task));
        }
    }

    private double[] run(String client, String url, String database, String... task) throws IOException {
        List<String> command = new ArrayList<>(List.of(Child.tool("java")));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", classes + java.io.File.pathSeparator + classPath(client)));
        command.addAll(List.of(ClientRun.class.getName(), client, url, database));
        command.addAll(List.of(task));
        return Answer.of(command);
    }

    private static String classPath(String client) {
        String path = System.getProperty("lab." + client);
        if (path == null) {
            throw new IllegalStateException("verify/lab/client tells the class path of each client: -Dlab." + client);
        }
        return path;
    }

    private static void printConditions(Conditions conditions, Effort planned, long millis) {
        System.out.println("# Java clients beside each other\n");
        conditions
                .add("JVM flags of the clients", String.join(" ", FLAGS))
                .add("Warm-up and window of ids; window of documents", Figures.text("%d ms; %d ms", millis, 2 * millis))
                .add("RavenDB's client", "net.ravendb:ravendb 6.0.2")
                .print(planned);
    }

    private void printIds() {
        System.out.println("## Ids, refills from the server included\n");
        printPairs(
                new String[] {"ids/s, 1 thread", "bytes allocated an id", "ids/s, 2 threads", "bytes allocated an id"},
                "ids 1",
                "ids 2",
                "%.0f");
    }

    private void printDocuments() {
        System.out.println("## Documents of some 200 bytes, stored durably\n");
        printPairs(
                new String[] {
                    "saveChanges of " + SESSION_DOCUMENTS + ", documents/s",
                    "client CPU µs a document",
                    "bulkInsert, documents/s",
                    "client CPU µs a document"
                },
                "save",
                "bulk",
                "%.1f");
    }

    /** Prints rate and cost of two loads, a row for each client and one for their ratio. */
    private void printPairs(String[] titles, String one, String other, String costFormat) {
        MarkdownTable table = new Columns<String>()
                .text("Client", client -> client)
                .figure(titles[0], "%,.0f", client -> median(client, one, 0))
                .figure(titles[1], costFormat, client -> median(client, one, 1))
                .figure(titles[2], "%,.0f", client -> median(client, other, 0))
                .figure(titles[3], costFormat, client -> median(client, other, 1))
                .of(CLIENTS);
        table.row(Stream.concat(
                        Stream.of("ours ÷ official"),
                        Stream.of(ratio(one, 0), ratio(one, 1), ratio(other, 0), ratio(other, 1))
                                .map(ratio -> Figures.text("%.2f", ratio)))
                .toArray());
        table.print();
    }

    private double median(String client, String task, int figure) {
        return measured.median(client + " " + task, answer -> answer[figure]);
    }

    private double ratio(String task, int figure) {
        return measured.ratio("ours " + task, "official " + task, answer -> answer[figure]);
    }

    private void printStart() {
        System.out.println("## Start, and what comes along\n");
        new Columns<String>()
                .text("Client", client -> client)
                .figure("main() to the first id, ms", "%.0f", client -> median(client, "first", 0))
                .figure("CPU ms until then", "%.0f", client -> median(client, "first", 1))
                .text("jars", ClientBench::jars)
                .figure("MiB", "%.1f", client -> Baggage.of(classPath(client)).mebibytes())
                .of(CLIENTS)
                .print();
    }

    private void printTargets() {
        TargetTable table = new TargetTable("ours ÷ official");
        table.atLeast("ids/s, 1 thread", 2.5, ratio("ids 1", 0));
        table.atLeast("ids/s, 2 threads", 2.5, ratio("ids 2", 0));
        double rate = ratio("bulk", 0);
        double cpu = ratio("bulk", 1);
        table.row(
                "bulkInsert: documents/s, or client CPU a document",
                "≥ 1.3, or ≤ 0.7",
                Figures.text("%.2f, %.2f", rate, cpu),
                TargetTable.verdict(rate, rate >= 1.3 || cpu <= 0.7));
        table.atMost("jars", 0.25, jars("ours") / (double) jars("official"));
        table.print("");
    }

    private static long jars(String client) {
        return Baggage.of(classPath(client)).jars();
    }

    /**
     * The jars that come with a client.
     *
     * @param jars how many jars, its own included
     * @param mebibytes how large they are together
     */
    private record Baggage(long jars, double mebibytes) {
        /** Weighs the jars of a class path. */
        static Baggage of(String classPath) {
            String[] entries = Pattern.compile(File.pathSeparator).split(classPath, -1);
            double bytes = Arrays.stream(entries)
                    .mapToLong(entry -> Path.of(entry).toFile().length())
                    .sum();
            return new Baggage(entries.length, bytes / (1 << 20));
        }
    }
}
