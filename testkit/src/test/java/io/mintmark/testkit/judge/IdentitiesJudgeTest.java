package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import io.mintmark.testkit.history.ProcessRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IdentitiesJudgeTest {
    private final HistoryRecorder recorder = HistoryRecorder.inMemory();
    private final ProcessRecorder a = recorder.process("a");
    private final ProcessRecorder b = recorder.process("b");

    private Verdict verdict() {
        return IdentitiesJudge.create().judge(recorder.history());
    }

    @Test
    void shouldAllowAnyOrderOfWhatRunsAtOnce() {
        Call first = a.identity("bills");
        Call second = b.identity("bills");
        second.ok(1);
        first.ok(3);
        a.identity("bills").ok(7);

        Verdict verdict = verdict().assertHolds();

        assertThat(verdict.judged()).containsExactly("identities: 3 numbers of 1 names");
        assertThat(verdict.unseen()).containsExactly("4 numbers that no answer gave, between answers: gaps");
    }

    @Test
    void shouldFindANumberBehindOneThatWasGivenBefore() {
        a.identity("bills").ok(5);
        b.identity("bills").ok(9);
        b.identity("bills").ok(8);

        Violation violation = verdict().violations().get(0);

        assertThat(violation.rule()).isEqualTo(Rule.IDENTITY_BEHIND);
        assertThat(violation.what())
                .isEqualTo("bills, number 8 given although 9 had been given before it was asked for");
        assertThat(violation.operations()).extracting(Operation::number).containsExactly(2L, 3L);
    }

    @Test
    void shouldFindANumberTwice() {
        Call first = a.identity("bills");
        b.identity("bills").ok(5);
        b.identity("bills").ok(6);
        first.ok(5);

        Violation violation = verdict().violations().get(0);

        assertThat(violation.rule()).isEqualTo(Rule.IDENTITY_TWICE);
        assertThat(violation.operations()).extracting(Operation::number).containsExactly(1L, 2L);
    }

    @Test
    void shouldCountTheAnswersToOneRequestOnce() {
        a.identity("bills", "r1").close();
        b.identity("bills").ok(2);
        a.identity("bills", "r1").ok(1);
        a.identity("bills", "r1").ok(1);
        assertThat(verdict().holds()).isTrue();
    }

    @Test
    void shouldFindAnotherRequestsNumber() {
        a.identity("bills", "r1").ok(1);
        a.identity("bills", "r2").ok(1);
        assertThat(verdict().breaks(Rule.IDENTITY_TWICE)).isTrue();
    }

    @Test
    void shouldBeginAnewInTheNextLife() {
        a.identity("bills").ok(9);
        Call over = b.identity("bills");
        a.drop("bills").ok();
        over.ok(10);
        a.identity("bills").ok(1);
        a.drop("bills").failed();
        a.identity("bills").ok(1);

        Verdict verdict = verdict();

        assertThat(verdict.violationCount()).isEqualTo(1);
        assertThat(verdict.unseen()).contains("1 identities while their name was dropped, of either life");
    }

    @Test
    void shouldJudgeGapsIfItIsTold() {
        a.identity("bills").ok(1);
        a.identity("bills").close();
        a.identity("bills").ok(3);
        a.identity("bills").ok(5);
        History history = recorder.history();

        Verdict verdict = IdentitiesJudge.create().gapFree().judge(history);

        assertThat(verdict.violations()).extracting(Violation::rule).containsExactly(Rule.IDENTITY_GAP);
        assertThat(verdict.violations().get(0).what()).startsWith("bills, 2, 4 missing");
        assertThat(IdentitiesJudge.create().judge(history).holds()).isTrue();
    }

    @Test
    void shouldAllowAsManyGapsAsUnknownOutcomes() {
        a.identity("bills").ok(1);
        a.identity("bills").close();
        a.identity("bills").ok(3);
        assertThat(IdentitiesJudge.create().gapFree().judge(recorder.history()).holds())
                .isTrue();
    }

    /** Each answer beside each other one. */
    @Test
    void shouldAgreeWithANaiveJudge() {
        int histories = Effort.of("histories of identities", 5_000, 100_000, "mintmark.histories");
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("identities beside a naive judge"));
        int broken = 0;
        for (int i = 0; i < histories; i++) {
            History history = random(seeds.split());
            Verdict verdict = IdentitiesJudge.create().judge(history);

            assertThat(verdict.holds()).as("history %s: %s", i, verdict).isEqualTo(naive(history));
            broken += verdict.holds() ? 0 : 1;
        }
        assertThat(broken).isBetween(histories / 10, histories * 9 / 10);
    }

    private static History random(SplittableRandom random) {
        HistoryRecorder recorder = HistoryRecorder.inMemory();
        List<Call> open = new ArrayList<>();
        int next = 1;
        for (int step = random.nextInt(3, 20); step > 0; step--) {
            if (open.isEmpty() || random.nextBoolean()) {
                open.add(recorder.process("p").identity("bills"));
                continue;
            }
            Call call = open.remove(random.nextInt(open.size()));
            if (random.nextInt(12) == 0) {
                call.failed();
            } else if (random.nextInt(12) > 0) {
                call.ok(random.nextInt(12) == 0 ? Math.max(1, next - random.nextInt(1, 4)) : next++);
            }
        }
        return recorder.history();
    }

    private static boolean naive(History history) {
        List<Operation> all = new ArrayList<>();
        history.forEachOperation(each -> {
            if (each.act() instanceof Act.NextIdentity && each.outcome().isOk()) {
                all.add(each);
            }
        });
        return all.stream()
                .allMatch(one -> all.stream()
                        .allMatch(other -> one == other
                                || number(one) != number(other)
                                        && (!one.precedes(other) || number(one) < number(other))));
    }

    private static long number(Operation operation) {
        return ((Outcome.Numbers) operation.outcome()).low();
    }

    /** The answer to one of them is not counted in a life, since it came after a drop had begun. */
    @Test
    void shouldCallNoGapWhatMayHaveBeenGivenInTheSameLife() {
        a.identity("bills").ok(1);
        Call slow = b.identity("bills");
        a.identity("bills").ok(3);
        Call drop = a.drop("bills");
        slow.ok(2);
        drop.ok();
        assertThat(IdentitiesJudge.create().gapFree().judge(recorder.history()).violations())
                .isEmpty();
    }

    @Test
    void shouldCallNoGapWhatARequestWasAnsweredInEachLife() {
        a.identity("bills", "r1").ok(2);
        a.drop("bills").ok();
        a.identity("bills").ok(1);
        a.identity("bills", "r1").ok(2);
        a.identity("bills").ok(3);
        Verdict verdict = IdentitiesJudge.create().gapFree().judge(recorder.history());

        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.unseen()).contains("1 identities while their name was dropped, of either life");
    }

    @Test
    void shouldNotExplainGapsByUnknownOutcomesOfAnotherName() {
        a.identity("bills").ok(1);
        a.identity("bills").ok(3);
        a.identity("notes").close();
        assertThat(IdentitiesJudge.create().gapFree().judge(recorder.history()).breaks(Rule.IDENTITY_GAP))
                .isTrue();
    }

    @Test
    void shouldFindGapsThoughTheyAreMoreThanCanBeCounted() {
        for (int life = 0; life < 2; life++) {
            a.identity("bills").ok(1);
            a.identity("bills").ok(Long.MAX_VALUE);
            a.drop("bills").ok();
        }
        History history = recorder.history();

        assertThat(IdentitiesJudge.create().gapFree().judge(history).breaks(Rule.IDENTITY_GAP))
                .isTrue();
        assertThat(IdentitiesJudge.create().judge(history).unseen())
                .containsExactly("9,223,372,036,854,775,807 numbers that no answer gave, between answers: gaps");
    }
}
