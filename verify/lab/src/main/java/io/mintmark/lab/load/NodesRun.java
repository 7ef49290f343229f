package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.peers.Etcd;
import io.mintmark.lab.peers.PostgresInserts;
import io.mintmark.lab.peers.PostgresRanges;
import io.mintmark.lab.peers.Redis;
import io.mintmark.lab.process.LauncherOption;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.LabCommand;
import io.mintmark.lab.report.Machine;
import io.mintmark.lab.report.ResultTable;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Turns;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code verify/lab/nodes}: measures nodes over PostgreSQL and prints one table with conditions and
 * targets.
 */
@Command(
        name = "verify/lab/nodes",
        mixinStandardHelpOptions = true,
        description =
                "Measures one node and three nodes over PostgreSQL, beside SQLite, constant answers, PostgreSQL"
                        + " itself, and Redis and etcd where they are on the path: in 5 rounds, or in 3 shorter ones with --short.")
final class NodesRun extends LabCommand {
    /** One part, which can be measured alone. */
    enum Part {
        RANGES,
        IDENTITY,
        INSERT,
        COUNTERS
    }

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description =
                    "What to measure: ranges, identity, insert, counters; several with commas. Default: all of them")
    private List<Part> parts = List.of();

    @Mixin
    private EffortOptions.WithRounds effort = new EffortOptions.WithRounds();

    @Mixin
    private LauncherOption launcher = new LauncherOption();

    public static void main(String... args) {
        System.exit(run(new NodesRun(), args));
    }

    @Override
    protected int measure(WorkDirectory directory) throws IOException {
        Effort planned = effort.effort(1, 3, 5);
        Site site = new Site(launcher.script(), directory, planned);
        Conditions conditions = Conditions.on(directory);
        Results results = new Results();
        try (Stage stage = new Stage(site)) {
            conditions(conditions, stage).print(planned);
            measure(stage, results);
        }
        print(results);
        judge(site, results);
        conditions.printAfter();
        return 0;
    }

    private void measure(Stage stage, Results results) throws IOException {
        if (isWanted(Part.RANGES) || isWanted(Part.IDENTITY)) {
            NodeRanges.measure(stage, isWanted(Part.RANGES), isWanted(Part.IDENTITY), results);
        }
        if (isWanted(Part.COUNTERS)) {
            NodeCounters.measure(stage, results);
        }
        if (isWanted(Part.INSERT)) {
            NodeInserts.measure(stage, results);
        }
    }

    private boolean isWanted(Part part) {
        return parts.isEmpty() || parts.contains(part);
    }

    private static void print(Results results) {
        System.out.println("## Nodes over PostgreSQL\n\n" + HiLoPart.CONNECTIONS
                + " connections, spread over the nodes where there are several; ranges of 32, each with its lease and token."
                + " Processor time and memory of nodes are those of all nodes and of PostgreSQL together. PostgreSQL itself: "
                + PostgresRanges.THREADS + " threads of JDBC, and for inserts JSONB, " + PostgresInserts.BATCH
                + " a transaction, with our keys and index.\n");
        ResultTable.print(results);
    }

    private static void judge(Site site, Results results) {
        Targets targets = new Targets(Runtime.version().feature());
        targets.judgeNodes(results, NodeCounters.most(site));
        targets.print();
    }

    private static Conditions conditions(Conditions conditions, Stage stage) throws IOException {
        return conditions
                .add("Servers", "./mintmark serve, MINTMARK_JAVA_OPTS='" + ServerProcess.javaOptions() + "'")
                .add("Stores", stage.postgres().description() + "; " + Machine.version("org.sqlite.JDBC"))
                .add("Peers", (Redis.version() + " " + Etcd.version()).strip())
                .add("Window", Turns.window(stage.site().effort()));
    }
}
