package io.mintmark.lab.faults;

import io.mintmark.lab.faults.FaultPlan.Planned;
import io.mintmark.lab.faults.Findings.Kind;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.LabCommand;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code verify/lab/faults}: three nodes over one PostgreSQL while both fail by a seeded plan. */
@Command(
        name = "verify/lab/faults",
        description = "Lets three nodes and their engine fail by a seeded plan while clients take numbers and store"
                + " documents, and judges what clients were told. Ends with 1 if a promise was broken.")
final class FaultsRun extends LabCommand {
    private static final int BACK_SECONDS = 60;

    @Option(names = "--minutes", description = "How long faults come. Default: 15, with --quick 2")
    private int minutes;

    @Option(names = "--faults", description = "How many. Default: 56, with --quick 14, each kind once")
    private int faults;

    @Option(names = "--seed", description = "Of the plan and of the clients. Default: another one each time")
    private @Nullable Long seed;

    @Option(names = "--quick", description = "Two minutes.")
    private boolean isQuick;

    @Option(names = "--keep", description = "Keeps the directory of the run, with logs and data.")
    private boolean isKept;

    @Override
    protected boolean isKept() {
        return isKept;
    }

    @Override
    protected int measure(WorkDirectory directory, Conditions conditions) throws IOException {
        long chosen = seed == null ? new Random().nextLong() : seed;
        long millis = TimeUnit.MINUTES.toMillis(minutes > 0 ? minutes : isQuick ? 2 : 15);
        int count = faults > 0 ? faults : isQuick ? FaultKind.values().length : 56;
        Progress.say("seed %d, work in %s", chosen, directory.file(""));
        History history = new History();
        try (Engine engine = Engine.start(directory);
                Cluster cluster = Cluster.start(engine, new Api(), script(), directory)) {
            conditions
                    .add("Seed", chosen)
                    .add("Plan", count + " faults in " + millis / 1_000 + " s")
                    .add("Engine's clock", engine.hasClock() ? "libfaketime" : "the machine's; steps are skipped")
                    .print();
            return run(cluster, history, chosen, FaultPlan.of(count, millis, 3, chosen), millis);
        } finally {
            Child.endKept();
        }
    }

    private static int run(Cluster cluster, History history, long seed, List<Planned> plan, long millis)
            throws IOException {
        Api api = new Api();
        Databases databases = new Databases(api, history);
        Audit audit = new Audit(cluster, api, history);
        databases.create(cluster.url(0), Databases.STEADY);
        databases.create(cluster.url(0), Databases.CHURN);
        Clients clients = Clients.start(cluster, api, history, seed);
        new Schedule(cluster, databases, audit, history).run(plan, millis);
        List<String> missing = missing(cluster, databases);
        clients.close();
        long unread = audit.all();
        Findings findings = Judge.of(history, cluster.nodes().size());
        missing.forEach(each -> findings.add(Kind.NOT_BACK, each));
        new FaultsReport(history, findings).print(clients.counts(), cluster.ends(), unread);
        return findings.isFailed() ? 1 : 0;
    }

    /** Returns which nodes do not hand out numbers, some time after the last fault. */
    private static List<String> missing(Cluster cluster, Databases databases) throws IOException {
        List<URI> urls = cluster.nodes().stream().map(Node::url).toList();
        List<String> missing = new ArrayList<>();
        if (!databases.make(urls, Databases.CHURN)) {
            missing.add(Databases.CHURN + " could not be made at any node");
        }
        for (Node node : cluster.nodes()) {
            for (String database : List.of(Databases.STEADY, Databases.CHURN)) {
                if (!cluster.awaitRanges(node, database, BACK_SECONDS)) {
                    missing.add("node " + node.tag() + ", database " + database);
                }
            }
        }
        return missing;
    }
}
