package io.mintmark.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.report.LabCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command measures what its targets compare, with a real database; its quick figures are worth nothing. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class NightlyHotCounterRunTest {
    @TempDir
    private Path directory;

    @Test
    void shouldHaveAFigureForEachTargetAndNoNumberTwice() throws IOException {
        String report = report("--quick");

        assertThat(report).contains("## Numbers of one counter", "**Quick run");
        String targets = report.substring(report.indexOf("## Targets"));
        assertThat(targets).doesNotContain("not measured");
        assertThat(targets.lines().filter(line -> line.startsWith("| numbers a second, Mintmark ÷ ")))
                .hasSize(4);
        assertThat(targets).contains("| numbers that came twice, all ways | ≤ 0.0 | 0.00 | met |");
    }

    private String report(String... words) throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            String launcher = Files.createFile(directory.resolve("mintmark")).toString();
            String work = directory.resolve("work").toString();
            assertThat(LabCommand.run(new HotCounterRun(), words[0], "--launcher", launcher, "--work", work))
                    .isZero();
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
