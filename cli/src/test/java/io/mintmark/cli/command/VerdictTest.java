package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.FoundCounter;
import io.mintmark.jdbc.Preset;
import io.mintmark.jdbc.database.SequenceState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class VerdictTest {
    private static final Declared LOW = new Declared(Preset.EF_CORE, 10);
    private static final Declared HIGH = new Declared(Preset.HIBERNATE_POOLED, 10);

    private static Verdict on(OptionalLong next, Declared a, Declared b) {
        FoundCounter sequence = new FoundCounter(
                Preset.EF_CORE.counter(10),
                new SequenceState(
                        1, 10, next, Long.MAX_VALUE, false, next.isPresent() ? 1 : 20, false, Optional.empty()),
                "");
        List<Verdict> verdicts = Verdict.on(sequence, List.of(a, b));
        return verdicts.get(1);
    }

    @Test
    void shouldTellTheFirstNumberThatTwoRepeatFromWhereTheSequenceStands() {
        assertThat(on(OptionalLong.of(1), LOW, HIGH).duplicate()).isEqualTo(2);
        assertThat(on(OptionalLong.of(501), LOW, HIGH).duplicate()).isEqualTo(502);
    }

    @Test
    void shouldNotGuessANumberWhereTheSequenceDoesNotShowItsNextValue() {
        Verdict hidden = on(OptionalLong.empty(), LOW, HIGH);

        assertThat(hidden.safe()).isFalse();
        assertThat(hidden.duplicate()).isNull();
        assertThat(hidden.line())
                .contains("efcore:10 beside hibernate-pooled:10: collides")
                .contains("caches values");
        assertThat(on(OptionalLong.empty(), LOW, LOW).safe()).isTrue();
    }
}
