package io.mintmark.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.report.LabCommand;
import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The part of {@code verify/lab/load} that backs a server up measures what its targets compare. */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class NightlyBackupPartTest {
    @TempDir
    private Path directory;

    @Test
    void shouldHaveAFigureForEachTarget() throws IOException {
        String report = report(Effort.isProof() ? "--short" : "--quick", "backup");

        System.out.println(report);
        assertThat(report).contains("## Writes beside a backup", "## Targets");
        assertThat(report.substring(report.indexOf("## Targets"))).doesNotContain("not measured");
        assertThat(report).doesNotContain(": 0 MB, 0 MB");
    }

    private String report(String... args) throws IOException {
        return new MeasuringCommand(directory, words -> LabCommand.run(new LoadRun(), words), "-XX:+UseSerialGC")
                .report(args);
    }
}
