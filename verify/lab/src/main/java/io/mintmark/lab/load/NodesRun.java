package io.mintmark.lab.load;

import io.mintmark.lab.peers.Etcd;
import io.mintmark.lab.peers.PostgresLoad;
import io.mintmark.lab.peers.Redis;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Machine;
import io.mintmark.lab.report.ResultTable;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.RoundsCommand;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Turns;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code verify/lab/nodes}: measures nodes over PostgreSQL and prints one table with conditions and
 * targets.
 */
@Command(
        name = "verify/lab/nodes",
        description =
                "Measures one node and three nodes over PostgreSQL, beside SQLite, constant answers, PostgreSQL"
                        + " itself, and Redis and etcd where they are on the path: in 5 rounds, or in 3 shorter ones with --short.")
final class NodesRun extends RoundsCommand {
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

    NodesRun() {
        super(1, 3, 5);
    }

    @Override
    protected void measure(Site site, Conditions conditions) throws IOException {
        Results results = new Results();
        try (Stage stage = new Stage(site)) {
            conditions
                    .add("Servers", Site.server())
                    .add("Stores", stage.postgres().description() + "; " + Machine.version("org.sqlite.JDBC"))
                    .add("Peers", (Redis.version() + " " + Etcd.version()).strip())
                    .add("Window", Turns.window(site.effort()))
                    .print(site.effort());
            measure(stage, results);
        }
        System.out.println("## Nodes over PostgreSQL\n\n" + RoundsPart.CONNECTIONS
                + " connections, spread over the nodes where there are several; ranges of 32, each with its lease and token."
                + " Processor time and memory of nodes are those of all nodes and of PostgreSQL together. PostgreSQL itself: "
                + PostgresLoad.THREADS + " threads of JDBC, and for inserts JSONB, " + PostgresLoad.BATCH
                + " a transaction, with our keys and index.\n");
        ResultTable.print(results);
        Targets targets = new Targets();
        targets.judgeNodes(results, NodeLoads.most(site));
        targets.print();
    }

    private void measure(Stage stage, Results results) throws IOException {
        if (isWanted(Part.RANGES) || isWanted(Part.IDENTITY)) {
            NodeLoads.ranges(stage, isWanted(Part.RANGES), isWanted(Part.IDENTITY), results);
        }
        if (isWanted(Part.COUNTERS)) {
            NodeLoads.counters(stage, results);
        }
        if (isWanted(Part.INSERT)) {
            NodeLoads.inserts(stage, results);
        }
    }

    private boolean isWanted(Part part) {
        return parts.isEmpty() || parts.contains(part);
    }
}
