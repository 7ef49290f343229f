package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.ReturnRule.Reason;
import io.mintmark.counter.ReturnRule.Verdict;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ReturnRuleProperties {
    private static final long BELOW_CEILING = Reservation.CEILING_JS_SAFE / 2;

    @Property
    void shouldNeverRaiseTheCounterNorPassBelowTheLatestRange(
            @ForAll @LongRange(min = 1, max = 40) long low,
            @ForAll @LongRange(min = 0, max = 8) long more,
            @ForAll @IntRange(min = -1, max = 1) int maxOff,
            @ForAll @IntRange(min = -1, max = 1) int endOff,
            @ForAll @LongRange(min = -2, max = 60) long last,
            @ForAll @LongRange(min = 0, max = 2) long token) {
        OpenLease latest = new OpenLease(1, low, low + more);
        long max = latest.high() + maxOff;
        long end = latest.high() + endOff;

        Verdict verdict = ReturnRule.judge(max, latest, last, end, token == 0 ? null : Long.valueOf(token));

        if (verdict instanceof Verdict.Accepted accepted) {
            assertThat(accepted.newMax()).isEqualTo(last).isBetween(token == 0 ? low : low - 1, max);
            assertThat(max).isEqualTo(end).isEqualTo(latest.high());
            assertThat(token).isLessThan(2);
        }
    }

    @Property
    void shouldAcceptNothingButTheLatestRangeWhateverIsSent(
            @ForAll long max, @ForAll long last, @ForAll long end, @ForAll long token) {
        OpenLease latest = new OpenLease(1, 33, 64);

        Verdict verdict = ReturnRule.judge(max, latest, last, end, token);

        boolean legal = max == 64 && end == 64 && last >= 32 && last <= 64 && token == 1;
        assertThat(verdict instanceof Verdict.Accepted).isEqualTo(legal);
    }

    @Property
    void shouldRefuseTheSecondCopyWhoeverReservedInBetween(
            @ForAll @LongRange(min = 0, max = BELOW_CEILING) long max,
            @ForAll @IntRange(min = 1, max = RangeSize.MAX) int size,
            @ForAll @IntRange(min = 0, max = RangeSize.MAX) int used,
            @ForAll @IntRange(min = 1, max = RangeSize.MAX) int nextSize) {
        Reservation held = Reservation.of(max, 0, size, Reservation.CEILING_JS_SAFE);
        long last = held.low() + Math.min(used, size - 1);

        Verdict first =
                ReturnRule.judge(held.high(), new OpenLease(1, held.low(), held.high()), last, held.high(), null);
        Reservation next = Reservation.of(last, 0, nextSize, Reservation.CEILING_JS_SAFE);
        OpenLease latest = new OpenLease(2, next.low(), next.high());
        // The worst case: a range that ends exactly where the returned one did.
        OpenLease sameEnd = new OpenLease(3, last + 1, Math.max(last + 1, held.high()));

        assertThat(first).isEqualTo(new Verdict.Accepted(last));
        assertThat(ReturnRule.judge(next.high(), latest, last, held.high(), null))
                .isInstanceOf(Verdict.Refused.class);
        assertThat(ReturnRule.judge(sameEnd.high(), sameEnd, last, held.high(), null))
                .isInstanceOf(Verdict.Refused.class);
    }

    @Property
    void shouldRefuseTheSecondCopyOfAnUnusedRangeByItsToken(
            @ForAll @LongRange(min = 0, max = BELOW_CEILING) long max,
            @ForAll @IntRange(min = 1, max = RangeSize.MAX) int size) {
        Reservation held = Reservation.of(max, 0, size, Reservation.CEILING_JS_SAFE);

        Verdict first = ReturnRule.judge(held.high(), new OpenLease(1, held.low(), held.high()), max, held.high(), 1L);
        OpenLease sameNumbers = new OpenLease(2, held.low(), held.high());

        assertThat(first).isEqualTo(new Verdict.Accepted(max));
        assertThat(ReturnRule.judge(held.high(), sameNumbers, max, held.high(), 1L))
                .isEqualTo(new Verdict.Refused(Reason.TOKEN_MISMATCH));
    }
}
