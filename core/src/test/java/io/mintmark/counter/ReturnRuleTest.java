package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.ReturnRule.Reason;
import io.mintmark.counter.ReturnRule.Verdict;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReturnRuleTest {
    private static final long SERIAL = 7;
    private static final OpenLease LATEST = new OpenLease(SERIAL, 33, 64);

    @ParameterizedTest(name = "last={0}")
    @ValueSource(longs = {33, 34, 50, 63, 64})
    void shouldAcceptTheTailOfTheLatestRangeWithAndWithoutToken(long last) {
        assertThat(ReturnRule.judge(64, LATEST, last, 64, null)).isEqualTo(new Verdict.Accepted(last));
        assertThat(ReturnRule.judge(64, LATEST, last, 64, SERIAL)).isEqualTo(new Verdict.Accepted(last));
    }

    @Test
    void shouldAcceptAWhollyUnusedRangeOnlyWithItsToken() {
        assertThat(ReturnRule.judge(64, LATEST, 32, 64, SERIAL)).isEqualTo(new Verdict.Accepted(32));
        assertRefused(Reason.NOTHING_ISSUED_WITHOUT_TOKEN, 64, LATEST, 32, 64, null);
    }

    @Test
    void shouldAcceptTheUnusedFirstRangeOfACounterWithItsToken() {
        OpenLease first = new OpenLease(SERIAL, 1, 32);

        assertThat(ReturnRule.judge(32, first, 0, 32, SERIAL)).isEqualTo(new Verdict.Accepted(0));
        assertRefused(Reason.NOTHING_ISSUED_WITHOUT_TOKEN, 32, first, 0, 32, null);
        assertRefused(Reason.LAST_OUTSIDE_RANGE, 32, first, -1, 32, SERIAL);
    }

    @ParameterizedTest(name = "last={0}")
    @ValueSource(longs = {31, 0, -1, 65, Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldRefuseALastNumberOutsideTheRange(long last) {
        assertRefused(Reason.LAST_OUTSIDE_RANGE, 64, LATEST, last, 64, null);
        assertRefused(Reason.LAST_OUTSIDE_RANGE, 64, LATEST, last, 64, SERIAL);
    }

    @Test
    void shouldRefuseWhereNoLeaseIsOpen() {
        assertRefused(Reason.NO_OPEN_LEASE, 64, null, 40, 64, null);
        assertRefused(Reason.NO_OPEN_LEASE, 64, null, 40, 64, SERIAL);
        assertRefused(Reason.NO_OPEN_LEASE, 0, null, 0, 0, null);
    }

    @ParameterizedTest(name = "end={0}")
    @ValueSource(longs = {32, 63, 65, 0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldRefuseARangeThatIsNotTheLatest(long end) {
        assertRefused(Reason.NOT_THE_LATEST, 64, LATEST, 40, end, null);
        assertRefused(Reason.NOT_THE_LATEST, 64, LATEST, 40, end, SERIAL);
    }

    @ParameterizedTest(name = "max={0}")
    @ValueSource(longs = {40, 63, 65, 0, -1, Long.MAX_VALUE})
    void shouldRefuseWhereTheCounterMovedOn(long max) {
        assertRefused(Reason.COUNTER_MOVED, max, LATEST, 40, 64, null);
        assertRefused(Reason.COUNTER_MOVED, max, LATEST, 40, 64, SERIAL);
    }

    @ParameterizedTest(name = "token={0}")
    @CsvSource({"6", "8", "0", "-7"})
    void shouldRefuseTheTokenOfAnotherLease(long token) {
        assertRefused(Reason.TOKEN_MISMATCH, 64, LATEST, 40, 64, token);
    }

    @Test
    void shouldCompareTokensByValue() {
        long large = 1L << 40;

        assertThat(ReturnRule.judge(64, new OpenLease(large, 33, 64), 40, 64, Long.valueOf(large)))
                .isEqualTo(new Verdict.Accepted(40));
    }

    @Test
    void shouldFollowTheExampleOfTheProtocolsDocumentation() {
        // One number of 1 to 32 was issued and the store closed; the next range then is 2 to 33.
        Verdict verdict = ReturnRule.judge(32, new OpenLease(1, 1, 32), 1, 32, null);

        assertThat(verdict).isEqualTo(new Verdict.Accepted(1));
        assertThat(Reservation.of(1, 0, 32, Reservation.CEILING_JS_SAFE)).isEqualTo(new Reservation(2, 33));
    }

    @Test
    void shouldRefuseAGeneratorThatNeverFetched() {
        assertRefused(Reason.NO_OPEN_LEASE, 0, null, 0, 0, null);
        assertRefused(Reason.NOT_THE_LATEST, 64, LATEST, 0, 0, null);
    }

    @Test
    void shouldReachTheEndOfAllNumbersWithoutWrapping() {
        OpenLease last = new OpenLease(1, Long.MAX_VALUE, Long.MAX_VALUE);

        assertThat(ReturnRule.judge(Long.MAX_VALUE, last, Long.MAX_VALUE, Long.MAX_VALUE, null))
                .isEqualTo(new Verdict.Accepted(Long.MAX_VALUE));
        assertThat(ReturnRule.judge(Long.MAX_VALUE, last, Long.MAX_VALUE - 1, Long.MAX_VALUE, 1L))
                .isEqualTo(new Verdict.Accepted(Long.MAX_VALUE - 1));
    }

    @Test
    void shouldBelieveALiarInsideTheLatestRangeWhichIsTheStatedLimit() {
        assertThat(ReturnRule.judge(64, LATEST, 33, 64, null))
                .as("the holder may have issued 34 already; only a token or access control tells")
                .isEqualTo(new Verdict.Accepted(33));
    }

    private static void assertRefused(
            Reason reason, long max, @Nullable OpenLease latest, long last, long end, @Nullable Long token) {
        assertThat(ReturnRule.judge(max, latest, last, end, token)).isEqualTo(new Verdict.Refused(reason));
    }

    @Test
    void shouldIgnoreATokenOfAnotherLife() {
        Life successor = new Life("b.1", 0);
        OpenLease sameNumbers = new OpenLease(1, 1, 32);

        assertThat(ReturnRule.judge(successor, 32, sameNumbers, 5, 32, new LeaseToken("a.1", 1)))
                .isEqualTo(new Verdict.Refused(Reason.ANOTHER_LIFE));
        assertThat(ReturnRule.judge(successor, 32, sameNumbers, 5, 32, new LeaseToken("b.1", 1)))
                .isEqualTo(new Verdict.Accepted(5));
    }

    @Test
    void shouldRefuseWithoutATokenWhatAnEarlierLifeMayHaveReserved() {
        Life successor = new Life("b.1", 64);

        assertThat(ReturnRule.judge(successor, 64, LATEST, 40, 64, null))
                .isEqualTo(new Verdict.Refused(Reason.PERHAPS_ANOTHER_LIFE));
        assertThat(ReturnRule.judge(successor, 96, new OpenLease(SERIAL, 65, 96), 70, 96, null))
                .as("no earlier range ended here")
                .isEqualTo(new Verdict.Accepted(70));
    }
}
