package io.mintmark.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.Mintmark;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
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
                .hasSize(2);
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
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            List<String> all = new ArrayList<>(List.of(args));
            all.addAll(List.of(
                    "--launcher",
                    launcher().toString(),
                    "--work",
                    directory.resolve("work").toString()));
            assertThat(NodesRun.run(all.toArray(String[]::new))).isZero();
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** The command from the class path of this test, where the script would need the jar. */
    private Path launcher() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path script = Files.writeString(
                directory.resolve("mintmark"),
                "#!/bin/sh\nexec " + java + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '"
                        + System.getProperty("java.class.path") + "' " + Mintmark.class.getName() + " \"$@\"\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }
}
