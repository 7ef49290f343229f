package io.mintmark.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.report.LabCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command measures all that its targets compare, with real servers; its quick figures are worth nothing. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class NightlyNodesRunTest {
    @TempDir
    private Path directory;

    @Test
    void shouldHaveAFigureForEachTarget() throws IOException {
        String report = report("--quick");

        assertThat(report).contains("## Nodes over PostgreSQL", "## Targets", "**Quick run");
        assertThat(report.lines().filter(line -> line.startsWith("| Mintmark over PostgreSQL, 3 nodes: ")))
                .hasSize(3);
        assertThat(report.substring(report.indexOf("## Targets"))).doesNotContain("not measured");
        assertThat(rowsOf(report, "Redis, ")).as("measured, or the reason").hasSize(1);
        assertThat(rowsOf(report, "etcd, ")).as("measured, or the reason").hasSize(1);
    }

    @Test
    void shouldMeasureOnlyWhatIsAskedFor() throws IOException {
        String report = report("--quick", "--only", "insert");

        assertThat(rowsOf(report, "Mintmark over ")).hasSize(2).allMatch(row -> row.contains("bulk_insert"));
        assertThat(rowsOf(report, "PostgreSQL, ")).hasSize(2).allMatch(row -> row.contains("batch insert"));
        assertThat(rowsOf(report, "3 nodes ÷ SQLite"))
                .singleElement()
                .asString()
                .contains("not measured");
    }

    private static List<String> rowsOf(String report, String begin) {
        return report.lines().filter(line -> line.startsWith("| " + begin)).toList();
    }

    private String report(String... args) throws IOException {
        return new MeasuringCommand(
                        directory,
                        words -> LabCommand.run(new NodesRun(), words),
                        "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
                .report(args);
    }
}
