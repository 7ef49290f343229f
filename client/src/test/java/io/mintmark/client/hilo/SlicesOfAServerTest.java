package io.mintmark.client.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.client.cluster.OlderCopyDetector;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.hilo.ScriptedHiLo.Rule;
import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.NumberSlice;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import org.junit.jupiter.api.Test;

/** A client of servers that are cut off now and then: what it takes, and what it remembers meanwhile. */
class SlicesOfAServerTest {
    private final ScriptedHiLo server = new ScriptedHiLo(Rule.TOKENS);
    private final RemoteCounter ranges =
            new RemoteCounter(server, RangeRequestSize.byGenerator(), "orders", new OlderCopyDetector("shop"));

    /** Returns the answer of node A that is cut off: ten numbers, {@code after} those that it cut before. */
    private static NextRange ofSlice(long epoch, long after) {
        long low = new NumberSlice(epoch).low() + after;
        long serial = (epoch << 40) + (1L << 39) + after;
        return new NextRange(
                new Range(low, low + 9, "orders/", "A", serial),
                10,
                "",
                new RangeOrigin(ScriptedHiLo.NODE, ScriptedHiLo.LIFE));
    }

    private Range reserved(NextRange answer) {
        server.replay(answer);
        return ranges.reserve(10);
    }

    @Test
    void shouldTakeOrdinaryNumbersAfterASliceAndForgetNoneOfThem() {
        assertThat(ranges.reserve(100).high()).isEqualTo(100);
        assertThat(reserved(ofSlice(7, 0)).low()).isEqualTo(new NumberSlice(7).low());
        assertThat(reserved(ofSlice(7, 10)).low()).isEqualTo(new NumberSlice(7).low() + 10);
        server.setMax(12);

        assertThat(ranges.reserve(10).low()).as("above all ordinary ones").isEqualTo(101);

        assertThat(server.lastMaxes()).as("no slice is told").containsExactly(0L, 100L, 100L, 100L);
    }

    @Test
    void shouldTakeSlicesOfSeveralClaimsInAnyOrder() {
        assertThat(reserved(ofSlice(9, 0)).low()).isEqualTo(new NumberSlice(9).low());
        assertThat(reserved(ofSlice(10, 0)).low()).isEqualTo(new NumberSlice(10).low());
        assertThat(reserved(ofSlice(10, 10)).low()).isEqualTo(new NumberSlice(10).low() + 10);
    }

    @Test
    void shouldRefuseASliceThatWasGivenBefore() {
        reserved(ofSlice(7, 0));
        reserved(ofSlice(7, 10));

        for (int earlier : new int[] {0, 5, 10}) {
            assertThatThrownBy(() -> reserved(ofSlice(7, earlier)))
                    .isInstanceOf(RangeSourceException.class)
                    .hasCauseInstanceOf(InvalidReplyException.class)
                    .hasMessageContaining("was given before");
        }
        assertThat(reserved(ofSlice(7, 20)).low()).isEqualTo(new NumberSlice(7).low() + 20);
    }

    @Test
    void shouldGiveNoSliceBack() {
        Range slice = reserved(ofSlice(7, 0));

        assertThat(ranges.giveBack(slice, slice.low() + 3)).isFalse();

        assertThat(server.returns()).isEmpty();
        assertThat(reserved(ofSlice(7, 10)).low()).isEqualTo(slice.high() + 1);
    }

    @Test
    void shouldNotTakeASliceForARaise() {
        server.replay(ofSlice(7, 0));

        assertThatThrownBy(() -> ranges.raise(1_000))
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("was not raised to")
                .hasMessageContaining("cut off from its store");
        assertThat(ranges.raise(1_000)).isEqualTo(1_000);
    }

    @Test
    void shouldRefuseASliceAboveItsCeilingAndGoOnWithOrdinaryNumbers() {
        server.replay(ofSlice(7, 0));
        try (StrictHiLo orders =
                HiLo.over(ranges).name("orders").ceiling(Integer.MAX_VALUE).strict()) {
            assertThatThrownBy(orders::next)
                    .isInstanceOf(ExhaustedException.class)
                    .hasMessageContaining("above its ceiling 2147483647")
                    .hasMessageContaining("cut off from its store");

            assertThat(orders.next()).isEqualTo(1);
        }
    }

    @Test
    void shouldRememberTheLivesOfOrdinaryRangesBesideThoseOfManySlices() {
        IssuedLives lives = new IssuedLives();
        DatabaseLife life = ScriptedHiLo.LIFE;
        for (int slice = 0; slice <= IssuedLives.RANGES_MAX; slice++) {
            lives.add(ofSlice(7, 10L * slice).range(), life);
        }
        lives.add(new Range(1, 10, "orders/", "A", 1), life);

        assertThat(lives.of("orders/5-A")).contains(life);
        assertThat(lives.of("orders/" + (new NumberSlice(7).low() + 15) + "-A")).contains(life);
    }
}
