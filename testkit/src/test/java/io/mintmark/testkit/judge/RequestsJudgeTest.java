package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mintmark.testkit.Seed;
import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.ProcessRecorder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestsJudgeTest {
    private final HistoryRecorder recorder = HistoryRecorder.inMemory();
    private final ProcessRecorder a = recorder.process("a");
    private final ProcessRecorder b = recorder.process("b");

    private Verdict verdict() {
        return RequestsJudge.create().judge(recorder.history());
    }

    @Test
    void shouldAllowTheSameAnswerAgain() {
        a.identity("bills", "r1").ok(1);
        b.identity("bills", "r1").ok(1);
        a.request("shop", "r1").ok("created");
        a.request("shop", "r1").ok("created");
        a.request("bar", "r1").ok("refused");
        a.identity("bills").ok(2);
        a.request("shop", "r2").close();

        Verdict verdict = verdict().assertHolds();

        assertThat(verdict.judged()).containsExactly("requests: 5 answers to 3 request ids");
        assertThat(verdict.unseen())
                .containsExactly(
                        "1 requests of unknown outcome, whose answers nobody knows",
                        "1 request ids that were answered once, so that nothing compares");
    }

    @Test
    void shouldFindTwoAnswers() {
        a.identity("bills", "r1").ok(1);
        b.identity("bills", "r1").ok(2);

        Violation violation = verdict().violations().get(0);

        assertThat(violation.rule()).isEqualTo(Rule.TWO_ANSWERS);
        assertThat(violation.what()).isEqualTo("next identity of bills, request r1 answered by 1 and by 2");
        assertThat(violation.operations()).extracting(Operation::number).containsExactly(1L, 2L);
    }

    @Test
    void shouldForgiveWhatTheSystemMayForget() {
        a.request("shop", "r1").ok("one");
        a.request("shop", "r1").ok("two");

        Verdict verdict = RequestsJudge.create().rememberedFor(Duration.ZERO).judge(recorder.history());

        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.unseen()).contains("1 answers later than the system remembers a request");
        assertThat(RequestsJudge.create()
                        .rememberedFor(Duration.ofHours(1))
                        .judge(recorder.history())
                        .breaks(Rule.TWO_ANSWERS))
                .isTrue();
    }

    @Test
    void shouldBeginAnewInTheNextLife() {
        a.identity("bills", "r1").ok(7);
        b.drop("bills").ok();
        a.identity("bills", "r1").ok(1);

        Verdict verdict = verdict();

        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.unseen()).contains("1 answers to one request id before and after a drop of its name");
    }

    @Test
    void shouldNotBeginAnewAfterADropThatFailed() {
        a.identity("bills", "r1").ok(7);
        b.drop("bills").failed();
        a.identity("bills", "r1").ok(1);
        assertThat(verdict().breaks(Rule.TWO_ANSWERS)).isTrue();
    }

    @Test
    void shouldCountAsAMapDoes() {
        SplittableRandom random = new SplittableRandom(Seed.fresh("requests beside a map"));
        Map<Integer, Integer> first = new HashMap<>();
        long wrong = 0;
        for (int i = 0; i < 2_000; i++) {
            int id = random.nextInt(600);
            int answer = random.nextInt(20) == 0 ? random.nextInt() : id;
            Integer known = first.putIfAbsent(id, answer);
            wrong += known != null && known != answer ? 1 : 0;
            a.request("shop", "r" + id).ok("answer " + answer);
        }

        assertThat(verdict().violationCount()).isEqualTo(wrong).isPositive();
    }

    @Test
    void shouldCompareAnswersWithinTheNextLife() {
        a.identity("bills", "r1").ok(7);
        b.drop("bills").ok();
        a.identity("bills", "r1").ok(1);
        a.identity("bills", "r1").ok(2);

        Violation violation = verdict().violations().get(0);

        assertThat(violation.what()).isEqualTo("next identity of bills, request r1 answered by 1 and by 2");
    }

    /** A request that was sent before a drop, and again after it; the first one's answer comes last. */
    @Test
    void shouldAllowAnAnswerOfTheLifeBeforeThatComesLate() {
        Call first = a.identity("bills", "r1");
        b.drop("bills").ok();
        a.identity("bills", "r1").ok(1);
        first.ok(7);
        a.identity("bills", "r1").ok(1);

        assertThat(verdict().assertHolds().unseen())
                .containsExactly("1 answers to one request id before and after a drop of its name");
    }

    @Test
    void shouldKeepNamesAndRequestIdsApart() {
        a.request("shop\nr1", "r2").ok("one");
        a.request("shop", "r1\nr2").ok("two");
        verdict().assertHolds();
    }

    /** The first request acted at once and was forgotten; its answer comes late, or never. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountTheMemoryFromTheFirstRequest(boolean isAnswered) {
        Duration memory = Duration.ofMillis(50);
        Call first = a.request("shop", "r1");
        Instant begun = Instant.now();
        await("the request is forgotten")
                .until(() -> Duration.between(begun, Instant.now()).compareTo(memory) > 0);
        b.request("shop", "r1").ok("one");
        b.request("shop", "r1").ok("two");
        if (isAnswered) {
            first.ok("one");
        }

        Verdict verdict = RequestsJudge.create().rememberedFor(memory).judge(recorder.history());

        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.unseen()).anyMatch(each -> each.contains("later than the system remembers"));
    }
}
