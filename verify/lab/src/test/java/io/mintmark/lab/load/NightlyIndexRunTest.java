package io.mintmark.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.report.LabCommand;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command measures what its targets compare, with real servers; its quick figures are worth nothing. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class NightlyIndexRunTest {
    @TempDir
    private Path directory;

    @Test
    void shouldHaveAFigureForEachTargetAndSayWhatIsNotMeasured() throws IOException {
        MeasuringCommand command =
                new MeasuringCommand(directory, words -> LabCommand.run(new IndexRun(), words), "-XX:+UseSerialGC");

        assertThat(command.report("--quick", "--rounds", "1").lines())
                .anyMatch(line -> line.matches("\\| C#, as many groups ÷ 100 groups .*\\|( [0-9.]+ \\|){2}"))
                .anyMatch(line -> line.matches("\\| declarative, as many groups as documents \\|( [0-9]+ \\|){2}"))
                .anyMatch(line -> line.startsWith("| JavaScript, as many") && line.contains("not measured"))
                .anyMatch(line -> line.matches("\\| beside an index in C# \\| [0-9,]+ \\|( [0-9.]+ \\|){5}"));
    }
}
