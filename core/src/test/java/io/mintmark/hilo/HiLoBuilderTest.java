package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentIds;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HiLoBuilderTest {
    private final ScriptedSource source = new ScriptedSource();

    @Test
    void shouldRefuseSizesAndDeadlinesThatCannotBe() {
        HiLoBuilder builder = HiLo.over(source);

        assertThatThrownBy(() -> builder.rangeSize(0)).hasMessageContaining("rangeSize=0");
        assertThatThrownBy(() -> builder.rangeSize((1 << 20) + 1)).hasMessageContaining("1 to 1048576");
        assertThatThrownBy(() -> builder.rangeSizeMax(0)).hasMessageContaining("rangeSizeMax=0");
        assertThatThrownBy(() -> builder.rangeSizeMax((1 << 20) + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a range must have 1 to 1048576 numbers: rangeSizeMax=1048577");
        assertThatThrownBy(() -> builder.deadline(Duration.ZERO)).hasMessageContaining("deadline=PT0S");
        assertThatThrownBy(() -> builder.deadline(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @SuppressWarnings("NullAway") // callers may compile without it
    void shouldRefuseWhatIsMissingAtOnce() {
        assertThatThrownBy(() -> HiLo.over(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("source=null")
                .hasMessageContaining("pass the counter");
        HiLoBuilder builder = HiLo.over(source);
        assertThatThrownBy(() -> builder.name(null)).hasMessageContaining("name=null");
        assertThatThrownBy(() -> builder.deadline(null)).hasMessageContaining("deadline=null");
        assertThatThrownBy(() -> builder.listener(null)).hasMessageContaining("listener=null");
        assertThatThrownBy(() -> builder.refiller(null)).hasMessageContaining("refiller=null");
        assertThatThrownBy(() -> HiLo.classic(10, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nextHi=null");
        assertThatThrownBy(() -> DocumentIds.of(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("generator=null");
    }

    @Test
    void shouldKeepTheFirstRangeWithinTheMost() {
        try (StrictHiLo hilo = HiLo.over(source).rangeSizeMax(10).strict()) {
            hilo.next();
        }

        assertThat(source.reserved.get(0).size()).isEqualTo(10);
    }

    @Test
    void shouldTakeADeadlineBeyondAllTime() {
        try (StrictHiLo hilo =
                HiLo.over(source).deadline(Duration.ofSeconds(Long.MAX_VALUE)).strict()) {
            assertThat(hilo.next()).isEqualTo(1);
        }
    }

    @Test
    void shouldReserveNothingBeforeTheFirstNumber() {
        HiLo.over(source).strict().close();
        HiLo.over(source).perHandle().handle();
        HiLo.over(source).striped();

        assertThat(source.attempts).hasValue(0);
    }

    @Test
    void shouldNameTheCounterInMessages() {
        StrictHiLo orders = HiLo.over(source).name("orders").strict();
        orders.close();

        assertThat(orders).hasToString("StrictHiLo(orders)");
        assertThatThrownBy(orders::next).hasMessageContaining("counter orders is closed");
    }
}
