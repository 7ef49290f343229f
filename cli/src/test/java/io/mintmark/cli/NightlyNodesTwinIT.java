package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The broken twin of {@link NightlyNodesIT}: nodes between which and PostgreSQL the check of their claims is lost. */
class NightlyNodesTwinIT {
    @RegisterExtension
    static final DurablePostgres POSTGRES = DurablePostgres.of();

    @TempDir
    private Path directory;

    /** A node comes back, and its check of its claim does not reach the engine. */
    @Test
    void nodesThatDoNotCheckTheirClaimsAreCaught() throws Exception {
        long seed = Seed.fresh("nodes, broken twin");
        POSTGRES.createDatabase("unchecked");

        try (EngineWire wire = UncheckedWire.to(POSTGRES.port());
                Nodes nodes = new Nodes(directory, Nodes.jar(), DurablePostgres.options(wire.port(), "unchecked"))) {
            NodeRounds rounds = new NodeRounds(nodes, seed).replaceOne();
            NightlyNodesIT.print("nodes, broken twin", rounds, seed, 1);
            System.out.println(
                    "[report] twice: " + rounds.history().acknowledged.checker.firstDuplicates());

            assertThat(rounds.history().wrong()).isNotEmpty();
            assertThat(rounds.history().acknowledged.checker.duplicateCount())
                    .as("ids and versions that both nodes made")
                    .isPositive();
        }
    }
}
