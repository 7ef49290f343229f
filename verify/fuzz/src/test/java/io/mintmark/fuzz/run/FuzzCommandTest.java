package io.mintmark.fuzz.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.fuzz.Targets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the command is told is used or refused. */
class FuzzCommandTest {
    @TempDir
    private Path work;

    @ParameterizedTest
    @ValueSource(strings = {"--replay file", "--keep", "--seconds 3", "--seed 7", "--list"})
    void shouldRefuseWhatDoesNotBelongToUnpacking(String more) {
        String[] args = ("--target json --unpack " + work + " " + more).split(" ");

        assertThat(FuzzCommand.execute(args)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void shouldUnpackTheCorpusOfATarget() {
        assertThat(FuzzCommand.execute("--folder", "", "--target", "json", "--unpack", work.toString()))
                .isEqualTo(CommandLine.ExitCode.OK);

        assertThat(work).isNotEmptyDirectory();
    }

    @Test
    void shouldNameATargetThatIsNotThere() {
        assertThat(Targets.has("jsonn")).isFalse();

        assertThat(FuzzCommand.execute("--target", "jsonn", "--seconds", "1")).isEqualTo(CommandLine.ExitCode.USAGE);
    }
}
