package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.ProcessRecorder;
import org.junit.jupiter.api.Test;

/** Numbers that go back, and numbers of a counter that is dropped. */
class NumbersGivenBackTest {
    private final HistoryRecorder recorder = HistoryRecorder.inMemory();
    private final ProcessRecorder a = recorder.process("a");
    private final ProcessRecorder b = recorder.process("b");

    private Verdict verdict() {
        return NumbersJudge.create().judge(recorder.history());
    }

    private void holds() {
        Verdict verdict = verdict();
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.assertHolds().holds()).isTrue();
    }

    private Violation broken(Rule rule) {
        Verdict verdict = verdict();
        assertThat(verdict.violations()).extracting(Violation::rule).contains(rule);
        assertThat(verdict.breaks(rule)).isTrue();
        return verdict.violations().stream()
                .filter(each -> each.rule() == rule)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldFindANumberThatIsIssuedAfterItsReturn() {
        a.reserve("orders").ok(1, 32);
        a.giveBack("orders", 4, 32).ok();
        b.reserve("orders").ok(5, 36);
        a.issued("orders", 5);
        assertThat(broken(Rule.ISSUED_AFTER_RETURN).operations())
                .extracting(each -> each.number())
                .containsExactly(1L, 2L, 3L, 4L);
    }

    /** The documented trap: whoever gives numbers back is the first to issue them again. */
    @Test
    void shouldLetTheReturnerIssueAgainOnlyWhatItReservedAgain() {
        a.reserve("orders").ok(1, 32);
        a.issued("orders", 1, 4);
        a.giveBack("orders", 4, 32).ok();
        a.reserve("orders").ok(5, 36);
        a.issued("orders", 5, 36);
        holds();
    }

    @Test
    void shouldFindThatTheReturnerIssuesAgainTooEarly() {
        a.reserve("orders").ok(1, 32);
        Call back = a.giveBack("orders", 4, 32);
        a.issued("orders", 5);
        back.ok();
        broken(Rule.ISSUED_AFTER_RETURN);
    }

    @Test
    void shouldFindAReturnOfIssuedNumbers() {
        a.reserve("orders").ok(1, 32);
        a.issued("orders", 1, 8);
        a.giveBack("orders", 4, 32).ok();
        assertThat(broken(Rule.RETURNED_THOUGH_ISSUED).what()).contains("numbers 5 to 8");
    }

    /** What RavenDB's rule allows: a return that is sent again takes the numbers from their next holder. */
    @Test
    void shouldFindAReturnThatIsTakenAgainUnderTheNextHolder() {
        a.reserve("orders").ok(1, 32);
        a.giveBack("orders", 0, 32).close();
        b.reserve("orders").ok(1, 32);
        a.giveBack("orders", 0, 32).ok();
        broken(Rule.RETURNED_THOUGH_HELD);
    }

    /** Nobody can say who has the rest now, but what was issued was issued. */
    @Test
    void shouldFindAReturnThatIsTakenAgainAfterNumbersWereIssued() {
        a.reserve("orders").ok(1, 32);
        a.giveBack("orders", 5, 32).close();
        a.reserve("orders").ok(6, 32);
        a.issued("orders", 6, 7);
        a.giveBack("orders", 5, 32).ok();
        a.issued("orders", 8);
        assertThat(broken(Rule.RETURNED_THOUGH_ISSUED).what()).contains("numbers 6 to 7");
    }

    @Test
    void shouldAllowAReturnThatIsSentAgainAndRefused() {
        a.reserve("orders").ok(1, 32);
        a.giveBack("orders", 0, 32).close();
        b.reserve("orders").ok(1, 32);
        a.giveBack("orders", 0, 32).failed();
        b.issued("orders", 1, 32);
        holds();
    }

    @Test
    void shouldNotFreeNumbersByAReturnThatFailed() {
        a.reserve("orders").ok(1, 32);
        Call back = a.giveBack("orders", 4, 32);
        b.reserve("orders").ok(5, 36);
        back.failed();
        broken(Rule.RANGES_OVERLAP);
    }

    /** A return may act before its answer is there, and a reservation that overlaps it after it. */
    @Test
    void shouldAllowAReservationWhileAReturnRuns() {
        a.reserve("orders").ok(1, 32);
        Call back = a.giveBack("orders", 4, 32);
        b.reserve("orders").ok(5, 36);
        back.ok();
        b.issued("orders", 5);
        holds();
    }

    @Test
    void shouldBeginAnewInTheNextLife() {
        a.reserve("orders").ok(1, 32);
        a.issued("orders", 1);
        b.drop("orders").ok();
        b.reserve("orders").ok(1, 32);
        b.issued("orders", 1);
        a.issued("orders", 2);
        b.issued("orders", 2);
        holds();
    }

    @Test
    void shouldFindARangeTwiceInTheNextLife() {
        a.reserve("orders").ok(1, 32);
        b.drop("orders").ok();
        a.reserve("orders").ok(1, 32);
        b.reserve("orders").ok(30, 40);
        broken(Rule.RANGES_OVERLAP);
    }

    @Test
    void shouldHoldNothingAgainstWhatOverlapsADrop() {
        a.reserve("orders").ok(1, 32);
        Call early = b.reserve("orders");
        Call drop = a.drop("orders");
        early.ok(1, 32);
        Call late = recorder.process("c").reserve("orders");
        drop.ok();
        late.ok(1, 32);
        b.issued("orders", 1);

        Verdict verdict = verdict();

        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.unseen()).contains("2 ranges and runs while a counter was dropped, of either life");
    }

    @Test
    void shouldNotBeginALifeByADropThatFailed() {
        a.reserve("orders").ok(1, 32);
        Call drop = b.drop("orders");
        b.reserve("orders").ok(1, 32);
        drop.failed();
        broken(Rule.RANGE_TWICE);
    }

    /** A range of either life explains what its own process issues, and each number once. */
    @Test
    void shouldFindWhatNoRangeOfEitherLifeExplains() {
        Call drop = a.drop("orders");
        a.reserve("orders").ok(1, 32);
        drop.ok();
        a.issued("orders", 5);
        b.issued("orders", 6);
        a.issued("orders", 5);

        assertThat(verdict().violations())
                .extracting(Violation::rule)
                .containsExactlyInAnyOrder(Rule.RANGE_OF_ANOTHER, Rule.ISSUED_TWICE);
    }

    @Test
    void shouldFindANumberTwiceInALifeAfterOneThatOverlappedADrop() {
        Call drop = a.drop("orders");
        a.reserve("orders").ok(1, 32);
        drop.ok();
        a.issued("orders", 1, 32);
        b.drop("orders").ok();
        b.reserve("orders").ok(1, 32);
        b.issued("orders", 5);
        b.issued("orders", 5);
        broken(Rule.ISSUED_TWICE);
    }

    /** Two processes may have had the same numbers while the counter was dropped, one in each life. */
    @Test
    void shouldLetEachHolderIssueWhatOverlapsADrop() {
        Call early = a.reserve("orders");
        Call drop = b.drop("orders");
        early.ok(1, 32);
        Call late = b.reserve("orders");
        drop.ok();
        late.ok(1, 32);
        a.issued("orders", 1, 32);
        b.issued("orders", 1, 32);
        holds();
    }
}
