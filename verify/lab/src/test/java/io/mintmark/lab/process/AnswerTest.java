package io.mintmark.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class AnswerTest {
    private record Figures(long count, double rate, double unmeasured) {}

    @Test
    void shouldBringARecordOfNumbersToAnotherProcess() {
        Figures figures = new Figures(9_007_199_254_740_991L, 0.1, Double.NaN);

        String line = Answer.line(figures);

        assertThat(line).isEqualTo("9007199254740991 0.1 NaN");
        assertThat(Answer.as(Figures.class, Answer.numbers(line))).isEqualTo(figures);
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldPassOverWhatAProcessSaysBeside() throws IOException {
        assertThat(Answer.of(List.of("sh", "-c", "echo a warning; echo ANSWER 1 2.5; echo bye")))
                .containsExactly(1, 2.5);
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldShowWhatAProcessSaidThatGaveNoAnswer() {
        assertThatThrownBy(() -> Answer.of(List.of("sh", "-c", "echo no room")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("gave no answer")
                .hasMessageContaining("no room");
    }
}
