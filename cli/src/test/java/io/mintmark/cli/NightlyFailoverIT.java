package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.Nodes.Node;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promises G1, G2, G4 and G5 of the store class <em>quorum</em>: three nodes over a PostgreSQL whose standby is promoted when its
 * primary is lost. What was acknowledged is there at every node, and nothing comes twice. The twin waits for no standby.
 *
 * <p>{@code -Dmintmark.failovers} sets how often the primary is lost.
 */
class NightlyFailoverIT {
    @TempDir
    private Path directory;

    @Test
    void aPrimaryThatIsLostTakesNothingAcknowledgedWithIt() throws Exception {
        int failovers = Effort.of("failovers", 3, 100, "mintmark.failovers");
        long seed = Seed.fresh("failover");

        try (EnginePair engines = EnginePair.start(directory.resolve("engines"), true)) {
            engines.createDatabase("quorum");
            try (Nodes nodes = new Nodes(directory, Nodes.jar(), engines.options("quorum"))) {
                FailoverRounds rounds = new FailoverRounds(engines, nodes, seed).run(failovers);
                print("failover", rounds, seed, failovers);

                for (Node node : rounds.nodes()) {
                    assertThat(node.process.log()).contains("promises store class quorum");
                }
                HistoryChecker checker = rounds.history().acknowledged.checker;
                checker.requireNoDuplicates();
                assertThat(rounds.history().wrong()).isEmpty();
                assertThat(rounds.check().firstLost()).isEmpty();
                assertThat(rounds.history().cutAhead()).as("ranges cut ahead").isPositive();
            }
        }
    }

    @Test
    void aPrimaryThatWaitsForNoStandbyIsCaught() throws Exception {
        long seed = Seed.fresh("failover, broken twin");

        try (EnginePair engines = EnginePair.start(directory.resolve("engines"), false)) {
            engines.createDatabase("alone");
            try (Nodes nodes = new Nodes(directory, Nodes.jar(), engines.options("alone"))) {
                FailoverRounds rounds = new FailoverRounds(engines, nodes, seed).loseOnce();
                print("failover, broken twin", rounds, seed, 1);

                assertThat(rounds.nodes().get(0).process.log()).contains("promises store class durable");
                assertThat(rounds.check().lost()).as("documents that are gone").isPositive();
                assertThat(rounds.history().acknowledged.checker.duplicateCount())
                        .as("numbers, ids and versions that came twice")
                        .isPositive();
            }
        }
    }

    private static void print(String test, FailoverRounds rounds, long seed, int failovers) {
        System.out.println("[report] " + rounds.summary());
        System.out.println(
                "[report] " + rounds.history().acknowledged.checker.report(test, seed, rounds.duration(), failovers));
    }
}
