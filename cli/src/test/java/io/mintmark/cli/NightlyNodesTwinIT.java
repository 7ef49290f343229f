package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broken twin of {@link NightlyNodesIT}: nodes between which and PostgreSQL the check of their claims is lost. */
class NightlyNodesTwinIT {
    private static DurablePostgres postgres;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        postgres = DurablePostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (postgres != null) {
            postgres.close();
        }
    }

    /** A node comes back, and its check of its claim does not reach the engine. */
    @Test
    void nodesThatDoNotCheckTheirClaimsAreCaught() throws Exception {
        long seed = Seed.fresh("nodes, broken twin");
        postgres.createDatabase("unchecked");

        try (EngineWire wire = UncheckedWire.to(postgres.port());
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
