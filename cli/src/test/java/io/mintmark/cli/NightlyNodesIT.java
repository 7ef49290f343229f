package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promises G1, G2, G4 and G5 of several nodes over one PostgreSQL, of which each is killed, paused beyond its claim and
 * replaced: no number or id comes twice whatever its node, identities increase in real time, and every acknowledged document
 * is there at every node.
 *
 * <p>{@code -Dmintmark.faults} sets how often nodes are killed, and how often they are paused. Twins of single rules stand
 * where these can be broken by themselves: {@code NodeRangeSearchTest} cuts ranges before the engine has them,
 * {@code ClaimFenceTest} leaves out the check of one group; {@link NightlyNodesTwinIT} leaves it out for a whole node.
 */
class NightlyNodesIT {
    @RegisterExtension
    static final DurablePostgres POSTGRES = DurablePostgres.of();

    @TempDir
    private Path directory;

    @Test
    void nodesThatDieSleepAndComeBackIssueNothingTwiceAndLoseNothing() throws Exception {
        int faults = Effort.of("kills of nodes, and pauses", 2, 200, "mintmark.faults");
        long seed = Seed.fresh("nodes");
        POSTGRES.createDatabase("nodes");

        try (Nodes nodes = new Nodes(directory, Nodes.jar(), POSTGRES.options("nodes"))) {
            NodeRounds rounds = new NodeRounds(nodes, seed).run(faults);
            print("nodes", rounds, seed, faults);

            HistoryChecker checker = rounds.history().acknowledged.checker;
            checker.requireNoDuplicates();
            assertThat(rounds.history().wrong()).isEmpty();
            assertThat(rounds.check().firstLost()).isEmpty();
            assertThat(checker.issuedCount()).isGreaterThan(faults * 500_000L);
            assertThat(checker.returnCount()).isPositive();
            assertThat(rounds.history().cutAhead()).as("ranges cut ahead").isPositive();
            assertThat(rounds.history().repeated()).isPositive();
        }
    }

    /** Prints what rounds came to. */
    static void print(String test, NodeRounds rounds, long seed, int faults) {
        System.out.println("[report] " + rounds.summary());
        System.out.println(
                "[report] " + rounds.history().acknowledged.checker.report(test, seed, rounds.duration(), 2L * faults));
    }
}
