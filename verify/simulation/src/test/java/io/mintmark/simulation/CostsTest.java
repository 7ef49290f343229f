package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The published costs are what the simulation counts. */
class CostsTest {
    private static final Path PAGE = Path.of("..", "lab", "reports", "simulation.md");

    @Test
    void shouldCountWhatIsPublished() throws IOException {
        List<String> rows = Effort.isProof() ? Costs.table().toList() : List.of(Costs.row(10, 1));

        assertThat(Files.readAllLines(PAGE))
                .as("verify/lab/simulate --costs prints other figures: publish them, then run verify/lab/pictures")
                .containsAll(rows);
    }

    /** The control: more counters for as many clients leave more of each range unused. */
    @Test
    void shouldCostMoreWhereRangesAreLeft() {
        assertThat(Costs.row(10, 1)).doesNotContain(Costs.row(10, 20).substring(24));
    }
}
