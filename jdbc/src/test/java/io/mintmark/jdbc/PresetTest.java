package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PresetTest {

    @ParameterizedTest
    @EnumSource(names = {"NHIBERNATE_HILO_OPTIMIZER", "HIBERNATE_HILO_STALE", "HIBERNATE_REACTIVE_TABLE"})
    void shouldRefuseByNameWhatNobodyCanShare(Preset preset) {
        assertThatThrownBy(preset::counter)
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining(preset.product())
                .hasMessageContaining(preset.refusal().orElseThrow());
    }

    @Test
    void shouldRefuseADoctrineTableThatStepsByMoreThanOne() {
        assertThatThrownBy(() -> Preset.DOCTRINE_TABLE.counter(10))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("sequence_increment_by=10");
    }

    @Test
    void shouldWarnOfColdStartsAndOfWhoAltersSequences() {
        List<Preset> warned = Arrays.stream(Preset.values())
                .filter(preset -> preset.refusal().isEmpty())
                .filter(preset -> !preset.counter().warnings().isEmpty())
                .toList();

        assertThat(warned)
                .containsExactly(
                        Preset.HIBERNATE_POOLED_JOINED,
                        Preset.HIBERNATE_POOLED_EXCLUSIVE,
                        Preset.NHIBERNATE_POOLED,
                        Preset.NHIBERNATE_TABLE_POOLED,
                        Preset.OPENJPA);
    }

    @Test
    void shouldGiveEveryProductItsOwnName() {
        assertThat(Arrays.stream(Preset.values()).map(Preset::id)).doesNotHaveDuplicates();
        assertThat(Preset.EF_CORE.counter()).hasToString("efcore (LOW(10), sequence EntityFrameworkHiLoSequence)");
    }

    @Test
    void shouldTurnMaxLoIntoABlockOfOneMore() {
        assertThat(Preset.NHIBERNATE_HILO.counter().rule().size()).isEqualTo(32_768);
        assertThat(Preset.HIBERNATE_LEGACY_HILO.counter(50).rule().size()).isEqualTo(51);
        assertThat(Preset.HIBERNATE_POOLED.counter(50).rule().size()).isEqualTo(50);
    }

    @Test
    void shouldRefuseSettingsOfAnotherKindOfCounter() {
        assertThatThrownBy(() -> Preset.EF_CORE.counter().table("x"))
                .hasMessageContaining("efcore is a sequence, not a row of a table");
        assertThatThrownBy(() -> Preset.NHIBERNATE_HILO.counter().row("Order"))
                .hasMessageContaining("where(column, value)");
    }

    @Test
    void shouldRefuseNamesThatAreNone() {
        assertThatThrownBy(() -> SqlName.of("")).hasMessageContaining("1 to 128 characters: it has 0");
        assertThatThrownBy(() -> SqlName.of("  ")).hasMessageContaining("more than blanks: it is 2");
        assertThatThrownBy(() -> SqlName.of("x".repeat(129))).hasMessageContaining("it has 129");
        assertThatThrownBy(() -> SqlName.of("a\u0000b")).hasMessageContaining("control characters");
        assertThatThrownBy(() -> Preset.NHIBERNATE_HILO.counter().where("a\nb", 1))
                .hasMessageContaining("control characters");
        assertThatThrownBy(() -> Preset.NHIBERNATE_HILO.counter().where("a", 1.5))
                .hasMessageContaining("a is a Double");
    }

    @Test
    void shouldNameTheColumnThatHoldsTheNamesOfRows() {
        CounterDescription counter = Preset.HIBERNATE_TABLE_POOLED
                .counter()
                .table("ids")
                .keyColumn("pk")
                .row("orders");

        assertThat(counter.access())
                .isInstanceOfSatisfying(
                        CounterAccess.Row.class,
                        row -> assertThat(row.where()).containsExactly(Map.entry("pk", "orders")));
        assertThatThrownBy(() -> Preset.NHIBERNATE_HILO.counter().keyColumn("pk"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("where(column, value)");
    }

    @Test
    void shouldTellThePresetsNearestToWhatWasTyped() {
        assertThat(Preset.nearest("hibernate_poled", 2)).first().isEqualTo(Preset.HIBERNATE_POOLED);
        assertThat(Preset.nearest("", 3)).hasSize(3);
    }
}
