package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The column of verify/lab/reports/ravendb-clients.md that names tests; the others are checked where the clients run or are
 * replayed.
 */
final class CompatibilityTableTest {
    @Test
    void shouldNameTestsOfTheJavaClientThatAreThere() throws IOException {
        for (CompatibilityTable table : List.of(CompatibilityTable.read(), CompatibilityTable.ofClearances())) {
            assertThat(table.cellsOf("Java"))
                    .isNotEmpty()
                    .allSatisfy(
                            cell -> assertThat(Class.forName(getClass().getPackageName() + "." + cell.replace("`", "")))
                                    .isNotNull());
        }
    }

    @Test
    void shouldHaveEachScenarioInOneRow() throws IOException {
        assertThat(CompatibilityTable.read().rows())
                .extracting(row -> row.get(0))
                .doesNotHaveDuplicates();
    }
}
