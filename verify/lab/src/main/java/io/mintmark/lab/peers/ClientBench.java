package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.LauncherOption;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.LabCommand;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.TargetTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code verify/lab/client}: runs both clients against one server, in turns, and prints the tables. */
@Command(
        name = "verify/lab/client",
        mixinStandardHelpOptions = true,
        description = "Our Java client beside RavenDB's: in 3 rounds, or in 1 with --short.")
final class ClientBench extends LabCommand {
    private static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
    private static final List<String> CLIENTS = List.of("official", "ours");
    private static final int SESSION_DOCUMENTS = 1_000;

    @Mixin
    private EffortOptions.WithRounds effort = new EffortOptions.WithRounds();

    @Mixin
    private LauncherOption launcher = new LauncherOption();

    @Option(names = "--classes", paramLabel = "DIR", description = "The lab's own classes.")
    private Path classes = Path.of("verify", "lab", "target", "classes");

    private final Rounds<String, double[]> measured = new Rounds<>();
    private int databases;

    public static void main(String... args) {
        System.exit(run(new ClientBench(), args));
    }

    @Override
    protected int measure(WorkDirectory directory) throws IOException {
        Effort planned = effort.effort(1, 1, 3);
        long millis = planned.choose(2_000L, 4_000L, 4_000L);
        Conditions conditions = Conditions.on(directory);
        try (ServerProcess server = ServerProcess.start(
                ServerProcess.shipped(launcher.script(), directory.fresh("data")), directory.file("server.log"))) {
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
        conditions.printAfter();
        return 0;
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
        String said = Child.output(command);
        return said.lines()
                .filter(line -> line.startsWith(ClientRun.ANSWER))
                .map(line -> Arrays.stream(
                                line.substring(ClientRun.ANSWER.length()).split(" ", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .findFirst()
                .orElseThrow(() -> new IOException(client + " " + Arrays.toString(task) + " gave no answer:\n" + said));
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
        MarkdownTable table = new MarkdownTable(
                "Client", "ids/s, 1 thread", "bytes allocated an id", "ids/s, 2 threads", "bytes allocated an id");
        printPairs(table, "ids 1", "ids 2", "%.0f");
    }

    private void printDocuments() {
        System.out.println("## Documents of some 200 bytes, stored durably\n");
        MarkdownTable table = new MarkdownTable(
                "Client",
                "saveChanges of " + SESSION_DOCUMENTS + ", documents/s",
                "client CPU µs a document",
                "bulkInsert, documents/s",
                "client CPU µs a document");
        printPairs(table, "save", "bulk", "%.1f");
    }

    /** Prints rate and cost of two loads, a row for each client and one for their ratio. */
    private void printPairs(MarkdownTable table, String one, String other, String costFormat) {
        for (String client : CLIENTS) {
            table.row(
                    client,
                    Figures.text("%,.0f", median(client, one, 0)),
                    Figures.text(costFormat, median(client, one, 1)),
                    Figures.text("%,.0f", median(client, other, 0)),
                    Figures.text(costFormat, median(client, other, 1)));
        }
        table.row(
                "ours ÷ official",
                Figures.text("%.2f", ratio(one, 0)),
                Figures.text("%.2f", ratio(one, 1)),
                Figures.text("%.2f", ratio(other, 0)),
                Figures.text("%.2f", ratio(other, 1)));
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
        MarkdownTable table =
                new MarkdownTable("Client", "main() to the first id, ms", "CPU ms until then", "jars", "MiB");
        for (String client : CLIENTS) {
            Baggage baggage = Baggage.of(classPath(client));
            table.row(
                    client,
                    Figures.text("%.0f", median(client, "first", 0)),
                    Figures.text("%.0f", median(client, "first", 1)),
                    baggage.jars(),
                    Figures.text("%.1f", baggage.mebibytes()));
        }
        table.print();
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
}
