package io.mintmark.lab.client;

import io.mintmark.lab.measure.Machine;
import io.mintmark.lab.measure.MarkdownTable;
import io.mintmark.lab.measure.Progress;
import io.mintmark.lab.process.Calls;
import io.mintmark.lab.process.DiskBaseline;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What {@code lab/client} starts: runs both clients against one server, in turns, and prints the tables. */
@Command(name = "lab/client", mixinStandardHelpOptions = true, description = "Our Java client beside RavenDB's.")
final class ClientBench implements Callable<Integer> {
    private static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
    private static final List<String> CLIENTS = List.of("official", "ours");
    private static final int SESSION_DOCUMENTS = 1_000;
    private static final int SYNCS = 500;

    @Option(
            names = "--quick",
            description = "See in about a minute that everything runs; its figures are worth little.")
    private boolean quick;

    @Option(names = "--work", paramLabel = "DIR", description = "Where data lies, on the disk to measure.")
    private Path work = Path.of("lab", "target", "client");

    @Option(names = "--launcher", paramLabel = "FILE", description = "The script that starts the server.")
    private Path launcher = Path.of("mintmark");

    @Option(names = "--classes", paramLabel = "DIR", description = "The lab's own classes.")
    private Path classes = Path.of("lab", "target", "classes");

    private final Measured measured = new Measured();
    private int databases;

    private ClientBench() {}

    public static void main(String... args) {
        System.exit(new CommandLine(new ClientBench()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        int rounds = quick ? 1 : 3;
        long millis = quick ? 2_000 : 4_000;
        try (WorkDirectory directory = WorkDirectory.below(work);
                ServerProcess server = ServerProcess.start(
                        ServerProcess.shipped(launcher.toRealPath(), directory.fresh("data")),
                        directory.file("server.log"))) {
            DiskBaseline disk = DiskBaseline.measure(directory.file("baseline"), SYNCS);
            printConditions(rounds, millis, disk);
            for (int round = 1; round <= rounds; round++) {
                Progress.say("round %d of %d", round, rounds);
                measure(server, "first", "first");
                measure(server, "ids 1", "ids", "1", Long.toString(millis), Long.toString(millis));
                measure(server, "ids 2", "ids", "2", Long.toString(millis), Long.toString(millis));
                measure(server, "save", "save", Integer.toString(SESSION_DOCUMENTS), Long.toString(millis));
                measure(server, "bulk", "bulk", quick ? "20000" : "100000", Long.toString(millis));
            }
        }
        printIds();
        printDocuments();
        printStart();
        printTargets();
        return 0;
    }

    private void measure(ServerProcess server, String name, String... task) throws IOException, InterruptedException {
        for (String client : CLIENTS) {
            String database = "db" + ++databases;
            new Calls(server.url()).createDatabase(database);
            Progress.say("%s: %s", name, client);
            measured.add(client, name, run(client, server.url().toString(), database, task));
        }
    }

    private double[] run(String client, String url, String database, String... task)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", classes + java.io.File.pathSeparator + classPath(client)));
        command.addAll(List.of(ClientRun.class.getName(), client, url, database));
        command.addAll(List.of(task));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> lines = output.lines().toList();
            int exit = process.waitFor();
            return lines.stream()
                    .filter(line -> line.startsWith(ClientRun.ANSWER))
                    .map(line -> Arrays.stream(
                                    line.substring(ClientRun.ANSWER.length()).split(" ", -1))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .findFirst()
                    .orElseThrow(() -> new IOException(client + " " + Arrays.toString(task) + " ended with " + exit
                            + " and no answer:\n" + String.join("\n", lines)));
        }
    }

    private static String classPath(String client) {
        String path = System.getProperty("lab." + client);
        if (path == null) {
            throw new IllegalStateException("lab/client tells the class path of each client: -Dlab." + client);
        }
        return path;
    }

    private void printConditions(int rounds, long millis, DiskBaseline disk) {
        System.out.println("# Java clients beside each other\n");
        MarkdownTable table = new MarkdownTable("Condition", "Value");
        table.row("Time", Instant.now().truncatedTo(ChronoUnit.SECONDS));
        table.row("Processor", Machine.processor());
        table.row("Cores, for server and client together", Runtime.getRuntime().availableProcessors());
        table.row("Operating system", Machine.system());
        table.row("Java", Machine.java());
        table.row("JVM flags of the clients", String.join(" ", FLAGS));
        table.row(
                "Rounds; warm-up and window of ids; window of documents",
                text("%d; %d ms; %d ms", rounds, millis, 2 * millis));
        table.row("Disk, append of 4 KiB and sync, P50", text("%.2f ms", disk.p50Millis()));
        table.row("RavenDB's client", "net.ravendb:ravendb 6.0.2");
        table.row("Mintmark, client and server", Machine.commit());
        table.row("Load average before", Machine.load());
        table.print();
        if (quick) {
            System.out.println("**Quick run: one round, short windows.**\n");
        }
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
                    text("%,.0f", measured.median(client, one, 0)),
                    text(costFormat, measured.median(client, one, 1)),
                    text("%,.0f", measured.median(client, other, 0)),
                    text(costFormat, measured.median(client, other, 1)));
        }
        table.row(
                "ours ÷ official",
                text("%.2f", measured.ratio(one, 0)),
                text("%.2f", measured.ratio(one, 1)),
                text("%.2f", measured.ratio(other, 0)),
                text("%.2f", measured.ratio(other, 1)));
        table.print();
    }

    private void printStart() {
        System.out.println("## Start, and what comes along\n");
        MarkdownTable table =
                new MarkdownTable("Client", "main() to the first id, ms", "CPU ms until then", "jars", "MiB");
        for (String client : CLIENTS) {
            Baggage baggage = Baggage.of(classPath(client));
            table.row(
                    client,
                    text("%.0f", measured.median(client, "first", 0)),
                    text("%.0f", measured.median(client, "first", 1)),
                    baggage.jars(),
                    text("%.1f", baggage.mebibytes()));
        }
        table.print();
    }

    private void printTargets() {
        System.out.println("## Targets\n");
        MarkdownTable table = new MarkdownTable("Target, ours ÷ official", "asked", "found", "verdict");
        double oneThread = measured.ratio("ids 1", 0);
        double twoThreads = measured.ratio("ids 2", 0);
        double rate = measured.ratio("bulk", 0);
        double cpu = measured.ratio("bulk", 1);
        double jars = jars("ours") / (double) jars("official");
        target(table, "ids/s, 1 thread", "≥ 2.5", text("%.2f", oneThread), oneThread >= 2.5);
        target(table, "ids/s, 2 threads", "≥ 2.5", text("%.2f", twoThreads), twoThreads >= 2.5);
        target(
                table,
                "bulkInsert: documents/s, or client CPU a document",
                "≥ 1.3, or ≤ 0.7",
                text("%.2f, %.2f", rate, cpu),
                rate >= 1.3 || cpu <= 0.7);
        target(table, "jars", "≤ 0.25", text("%.2f", jars), jars <= 0.25);
        table.print();
        System.out.println("Load average after: " + Machine.load() + " (the measurement itself counts for 2).\n");
    }

    private static long jars(String client) {
        return Baggage.of(classPath(client)).jars();
    }

    private static void target(MarkdownTable table, String what, String asked, String found, boolean isMet) {
        table.row(what, asked, found, isMet ? "met" : "**missed**");
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
