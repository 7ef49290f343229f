package io.mintmark.client.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.cluster.OlderCopyDetector;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.exceptions.OlderCopyException;
import io.mintmark.client.exceptions.UnknownOutcomeException;
import io.mintmark.client.hilo.ScriptedHiLo.Return;
import io.mintmark.client.hilo.ScriptedHiLo.Rule;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import org.junit.jupiter.api.Test;

/** Replies that are lost, repeated, or come from a server without tokens. */
class RemoteRangesTest {

    @Test
    void shouldSendAReturnOnceMoreWhenItsReplyIsLost() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.TOKENS);
        RemoteCounter ranges = over(server);
        Range range = ranges.reserve(10);
        server.loseRequests(1);

        assertThat(ranges.giveBack(range, 3)).isTrue();

        assertThat(server.max()).isEqualTo(3);
        assertThat(ranges.reserve(10).low()).isEqualTo(4);
    }

    @Test
    void shouldNotClaimToKnowWhatBecameOfAReturnThatWasIgnoredTheSecondTime() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.TOKENS);
        RemoteCounter ranges = over(server);
        Range range = ranges.reserve(10);
        server.loseReplies(1);

        assertThatThrownBy(() -> ranges.giveBack(range, 3))
                .isInstanceOf(RangeSourceException.class)
                .hasCauseInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("1 to 10 may not have gone back");

        assertThat(ranges.reserve(10).low()).as("above all it ever had").isEqualTo(11);
    }

    @Test
    void shouldSendAReturnToAServerWithoutTokensOnceEvenIfItsReplyIsLost() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.RAVENDB);
        RemoteCounter ranges = over(server);
        Range range = ranges.reserve(10);
        server.loseReplies(1);

        assertThatThrownBy(() -> ranges.giveBack(range, 3)).isInstanceOf(RangeSourceException.class);

        assertThat(ranges.giveBack(range, 3)).isFalse();
        assertThat(server.returns()).hasSize(1);
    }

    @Test
    void shouldGiveAServerWithoutTokensItsLatestRangeBackOnly() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.RAVENDB);
        RemoteCounter ranges = over(server);
        Range earlier = ranges.reserve(10);
        Range latest = ranges.reserve(10);

        assertThat(ranges.giveBack(earlier, 3)).isFalse();
        assertThat(ranges.giveBack(latest, 10)).as("wholly unused").isFalse();
        assertThat(ranges.giveBack(latest, 11)).isTrue();
        assertThat(ranges.giveBack(earlier, 3)).as("not the latest again").isFalse();

        assertThat(server.returns()).containsExactly(new Return(11, 20, 0));
        assertThat(ranges.reserve(1).low()).isEqualTo(12);
    }

    @Test
    void shouldNotBelieveThatASilentServerAcceptedWhatItDidNot() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.RAVENDB);
        RemoteCounter ranges = over(server);
        RemoteCounter others = over(server);
        Range range = ranges.reserve(10);
        Range theirs = others.reserve(10);

        assertThat(ranges.giveBack(range, 3)).isFalse();
        assertThat(others.reserve(10).low()).isGreaterThan(theirs.high());
    }

    @Test
    void shouldRefuseARangeThatWasGivenBefore() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.TOKENS);
        RemoteCounter ranges = over(server);
        RangeOrigin origin = new RangeOrigin(ScriptedHiLo.NODE, ScriptedHiLo.LIFE);
        NextRange first = new NextRange(new Range(1, 10, "orders/", "A", 1), 10, "", origin);
        assertThat(ranges.reserve(10)).isEqualTo(first.range());

        server.replay(first);
        assertThatThrownBy(() -> ranges.reserve(10))
                .isInstanceOf(RangeSourceException.class)
                .hasCauseInstanceOf(InvalidReplyException.class)
                .hasMessageContaining("1 to 10 was given before");

        assertThat(ranges.giveBack(first.range(), 0)).isTrue();
        server.replay(first);
        assertThatThrownBy(() -> ranges.reserve(10))
                .as("not even after it went back: an older copy of the database would give it, too")
                .hasCauseInstanceOf(OlderCopyException.class);
    }

    @Test
    void shouldNeverGetWhatItHadWhenTheCounterIsLowered() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.TOKENS);
        RemoteCounter ranges = over(server);
        Range had = ranges.reserve(100);
        server.setMax(12);

        assertThat(ranges.reserve(10).low()).isEqualTo(had.high() + 1);
    }

    @Test
    void shouldNameItsWishAsTheLastSizeAndNoTime() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.TOKENS);
        RemoteCounter ranges = over(server);
        ranges.reserve(1_000);
        ranges.reserve(1L << 40);

        assertThat(server.lastRanges()).containsExactly(new LastRange(1_000, ""), new LastRange(1 << 20, ""));
        assertThat(server.lastMaxes()).containsExactly(0L, 1_000L);
    }

    @Test
    void shouldTellAServerThatSizesRangesWhatItSaidLast() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.TOKENS).sizeMin(32);
        RemoteCounter ranges =
                new RemoteCounter(server, RangeRequestSize.byServer(), "orders", new OlderCopyDetector("shop"));
        ranges.reserve(1_000);
        ranges.reserve(1_000);

        assertThat(server.lastRanges()).containsExactly(new LastRange(0, ""), new LastRange(32, "at1"));
    }

    @Test
    void shouldRaiseInStepsThatServersFollow() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.TOKENS).sizeMin(32);
        RemoteCounter ranges = over(server);
        long target = 10_000_000_000L;

        assertThat(ranges.raise(target)).isEqualTo(target);

        assertThat(server.max()).isEqualTo(target);
        assertThat(server.lastMaxes()).hasSize(4);
        assertThat(ranges.raise(5)).as("never lowers").isEqualTo(target);
    }

    @Test
    void shouldRaiseACounterWithoutTokensAtTheCostOfARange() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.RAVENDB).sizeMin(32);

        long raised = over(server).raise(1_000);

        assertThat(raised).isEqualTo(server.max()).isGreaterThanOrEqualTo(1_000);
    }

    @Test
    void shouldSayWhatToWriteWhenItCannotRaiseSoFar() {
        RemoteCounter ranges = over(new ScriptedHiLo(Rule.TOKENS).sizeMin(32));

        assertThatThrownBy(() -> ranges.raise(1L << 50))
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("write Max of the document Raven/Hilo/orders");
    }

    @Test
    void shouldEndAtTheNumberIssuedLastWhenItIsClosed() {
        ScriptedHiLo server = new ScriptedHiLo(Rule.TOKENS).sizeMin(32);

        try (StrictHiLo orders = HiLo.over(over(server)).name("orders").strict()) {
            for (int i = 1; i <= 40; i++) {
                assertThat(orders.next()).isEqualTo(i);
            }
        }

        assertThat(server.max()).isEqualTo(40);
    }

    private static RemoteCounter over(ScriptedHiLo server) {
        return new RemoteCounter(server, RangeRequestSize.byGenerator(), "orders", new OlderCopyDetector("shop"));
    }
}
