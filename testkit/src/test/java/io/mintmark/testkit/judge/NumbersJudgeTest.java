package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.ProcessRecorder;
import org.junit.jupiter.api.Test;

class NumbersJudgeTest {
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
    void shouldAllowRangesThatAreIssuedAndGivenBack() {
        a.reserve("orders").ok(1, 32);
        b.reserve("orders").ok(33, 64);
        a.issued("orders", 1, 10);
        b.issued("orders", 33, 64);
        b.reserve("orders").ok(65, 96);
        b.giveBack("orders", 64, 96).ok();
        a.reserve("orders").ok(65, 80);
        a.issued("orders", 65);
        holds();
    }

    @Test
    void shouldFindARangeThatIsReservedTwice() {
        a.reserve("orders").ok(1, 32);
        b.reserve("orders").ok(33, 64);
        b.reserve("orders").ok(1, 32);

        Violation violation = broken(Rule.RANGE_TWICE);

        assertThat(violation.what()).isEqualTo("orders, numbers 1 to 32 reserved while held or issued");
        assertThat(violation.operations()).extracting(each -> each.number()).containsExactly(1L, 3L);
        assertThat(violation.toString().lines())
                .hasSize(3)
                .anyMatch(line ->
                        line.matches("    #3 b \\[\\d+\\.\\d{6} s, \\d+\\.\\d{6} s] reserve orders -> 1 to 32"));
    }

    @Test
    void shouldFindWhatTwoRangesShare() {
        a.reserve("orders").ok(1, 32);
        b.reserve("orders").ok(32, 40);
        assertThat(broken(Rule.RANGES_OVERLAP).what()).contains("number 32 reserved");
    }

    @Test
    void shouldKeepCountersApart() {
        a.reserve("orders").ok(1, 32);
        b.reserve("users").ok(1, 32);
        a.issued("orders", 1);
        b.issued("users", 1);
        holds();
    }

    @Test
    void shouldFindANumberAboveTheCeiling() {
        a.reserve("orders").ok(90, 101);

        Verdict verdict = NumbersJudge.create().ceiling(100).judge(recorder.history());

        assertThat(verdict.violations()).extracting(Violation::rule).containsExactly(Rule.ABOVE_CEILING);
        assertThat(verdict.violations().get(0).what()).isEqualTo("orders, number 101 above the ceiling");
    }

    @Test
    void shouldFindANumberThatIsIssuedTwice() {
        a.reserve("orders").ok(1, 32);
        a.issued("orders", 1, 3);
        a.issued("orders", 2);

        Violation violation = broken(Rule.ISSUED_TWICE);

        assertThat(violation.operations())
                .extracting(each -> each.act())
                .containsExactly(
                        new Act.Reserve("orders"), new Act.Issue("orders", 1, 3), new Act.Issue("orders", 2, 2));
    }

    @Test
    void shouldFindANumberTwiceWithoutAnyRange() {
        a.issued("orders", 1, 100);
        b.issued("orders", 101, 200);
        b.issued("orders", 100);
        assertThat(broken(Rule.ISSUED_TWICE).operations()).hasSize(2);
    }

    @Test
    void shouldFindANumberThatNoRangeCovers() {
        a.reserve("orders").ok(1, 32);
        a.issued("orders", 30, 33);
        assertThat(broken(Rule.NOT_COVERED).what()).contains("number 33 issued by a");
    }

    @Test
    void shouldFindANumberOfAnothersRange() {
        a.reserve("orders").ok(1, 32);
        b.reserve("orders").ok(33, 64);
        b.issued("orders", 32);
        broken(Rule.RANGE_OF_ANOTHER);
    }

    @Test
    void shouldFindANumberThatIsIssuedBeforeItsRangeIsThere() {
        Call reserve = a.reserve("orders");
        a.issued("orders", 1);
        b.reserve("orders").ok(33, 64);
        b.giveBack("orders", 32, 64).ok();
        recorder.process("c").drop("nothing of it").failed();
        a.giveBack("orders", 0, 0).failed();
        reserve.ok(1, 32);
        broken(Rule.NOT_COVERED);
    }

    @Test
    void shouldSayWhatItCouldNotSee() {
        a.reserve("orders").close();
        a.reserve("orders").ok(1, 32);
        a.issued("orders", 1, 2);
        a.giveBack("orders", 30, 32).close();
        a.issued("users", 1);
        b.reserve("bills").ok(1, 10);
        b.drop("notes").close();

        assertThat(verdict().assertHolds().unseen())
                .containsExactly(
                        "1 reservations of unknown outcome, whose ranges nobody knows",
                        "1 returns of unknown outcome, whose numbers others may have",
                        "1 drops of unknown outcome, after which no life is certain",
                        "1 counter without issued numbers: bills",
                        "1 counter without a recorded range, so that none covers its numbers: users",
                        "38 reserved numbers that nobody reported as issued or given back");
    }

    @Test
    void shouldNameOperationsInItsError() {
        a.reserve("orders").ok(1, 32);
        b.reserve("orders").ok(1, 32);
        Verdict verdict = verdict();

        assertThatThrownBy(verdict::assertHolds)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the history must contradict no promise")
                .hasMessageContaining("judged: numbers: 2 ranges and 0 issued numbers of 1 counters and 2 processes")
                .hasMessageContaining("broken: 1 contradictions")
                .hasMessageContaining("RANGE_TWICE: orders, numbers 1 to 32")
                .hasMessageContaining("#1 a [")
                .hasMessageContaining("#2 b [");
    }

    @Test
    void shouldCountMoreThanItShows() {
        for (int i = 0; i < 50; i++) {
            a.issued("orders", 1);
        }
        Verdict verdict = verdict();

        assertThat(verdict.violationCount()).isEqualTo(49);
        assertThat(verdict.violations()).hasSize(20);
        assertThat(verdict.violations().get(19).operations()).hasSize(8);
        assertThat(verdict.toString()).contains("and others");
    }

    /** Runs are written when their recording ends, and not in the order in which they were issued. */
    @Test
    void shouldNameBothIssuesInWhicheverOrderTheyAreWritten() {
        b.issued("orders", 5);
        a.issued("orders", 5);
        assertThat(broken(Rule.ISSUED_TWICE).operations())
                .extracting(each -> each.process())
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void shouldSayHowManyAreHeldThoughItIsMoreThanCanBeCounted() {
        a.reserve("orders").ok(1, Long.MAX_VALUE);
        a.issued("orders", 1);
        b.reserve("users").ok(1, Long.MAX_VALUE);
        b.issued("users", 1);
        assertThat(verdict().assertHolds().unseen())
                .containsExactly(
                        "9,223,372,036,854,775,807 reserved numbers that nobody reported as issued or given back");
    }

    @Test
    void shouldSayThatNamesDifferInCapitalsAlone() {
        a.issued("orders", 1);
        b.issued("Orders", 1);
        a.issued("half of \uD83D", 1);
        assertThat(verdict().assertHolds().unseen())
                .contains("1 counters whose name is another one's but for capitals, which were not compared with it");
    }
}
