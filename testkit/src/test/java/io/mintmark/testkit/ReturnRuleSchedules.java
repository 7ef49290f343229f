package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.range.OpenLease;
import io.mintmark.range.ReturnRule;
import io.mintmark.testkit.ReturnModel.Counter;
import io.mintmark.testkit.ReturnModel.Rule;
import io.mintmark.testkit.ReturnSchedule.Forger;
import io.mintmark.testkit.ReturnSchedule.Tokens;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Searches for a schedule in which {@link ReturnRule} lets a number be issued twice, and shows by its broken twins that
 * the search would find one (promises G1 and G3).
 */
class ReturnRuleSchedules {
    private static final int SCHEDULES = Effort.of("return schedules (model)", 20_000, 1_000_000);
    private static final int SMALLEST_RANGE = 4;
    private static final int STEPS = 40;
    private static final int PARTS = 3;
    private static final double RESTARTED = 0.2;
    private static final long SEED = Seed.fresh("ReturnRuleSchedules");

    @ParameterizedTest(name = "tokens: {0}")
    @EnumSource(Tokens.class)
    void shouldIssueNothingTwiceWhateverTheNetworkDoes(Tokens tokens) {
        HistoryChecker history = new HistoryChecker();

        search(Rule.OURS, tokens, Forger.PRESENT, history);

        history.requireNoDuplicates();
        assertThat(history.returnCount()).as("returns that were accepted").isPositive();
    }

    @ParameterizedTest(name = "{0}, tokens: {1}, forger: {2}")
    @CsvSource({
        "RAVENDB, NONE, ABSENT",
        "RAVENDB, NONE, PRESENT",
        "TOKEN_NEVER_CLOSED, ALL, ABSENT",
        "TOKEN_NEVER_CLOSED, MIXED, ABSENT",
        "UNUSED_WITHOUT_TOKEN, NONE, ABSENT"
    })
    void shouldFindTheDuplicatesOfABrokenTwin(Rule twin, Tokens tokens, Forger forger) {
        HistoryChecker history = new HistoryChecker();

        search(twin, tokens, forger, history);

        assertThat(history.duplicateCount())
                .as("a search that finds nothing here proves nothing there")
                .isPositive();
    }

    @Test
    void shouldRewindUnderARetriedReturnByRavenDbsRule() {
        HistoryChecker history = new HistoryChecker();

        shortestBadSchedule(new Counter(Rule.RAVENDB), history, null);

        assertThat(history.firstDuplicates()).containsExactly(new Duplicate("orders", "1"));
    }

    @Test
    void shouldPayAGapInTheSameScheduleWithoutToken() {
        HistoryChecker history = new HistoryChecker();

        shortestBadSchedule(new Counter(Rule.OURS), history, null);

        history.requireNoDuplicates();
        assertThat(history.returnCount()).isZero();
    }

    @Test
    void shouldTakeTheFirstCopyOnlyInTheSameScheduleWithTokens() {
        HistoryChecker history = new HistoryChecker();

        shortestBadSchedule(new Counter(Rule.OURS), history, 1L);

        history.requireNoDuplicates();
        assertThat(history.returnCount()).isEqualTo(1);
    }

    @Test
    void shouldReturnTwoUnusedLeasesNewestFirst() {
        Counter counter = new Counter(Rule.OURS);
        OpenLease older = counter.reserve(4, 0);
        OpenLease newer = counter.reserve(4, 0);

        assertThat(counter.giveBack(4, newer.high(), newer.serial())).isTrue();
        assertThat(counter.giveBack(2, older.high(), older.serial())).isTrue();

        assertThat(counter.max()).as("the last number issued").isEqualTo(2);
    }

    @Test
    void shouldLeaveAGapIfTheOlderLeaseComesFirst() {
        Counter counter = new Counter(Rule.OURS);
        OpenLease older = counter.reserve(4, 0);
        OpenLease newer = counter.reserve(4, 0);

        assertThat(counter.giveBack(2, older.high(), older.serial())).isFalse();
        assertThat(counter.giveBack(4, newer.high(), newer.serial())).isTrue();

        assertThat(counter.max()).isEqualTo(4);
    }

    /** A reserves and closes, reopens and issues 1; its first return arrives again; then C issues. */
    private static void shortestBadSchedule(Counter counter, HistoryChecker history, @Nullable Long token) {
        OpenLease unused = counter.reserve(4, 0);
        Runnable close = () -> {
            if (counter.giveBack(unused.low() - 1, unused.high(), token)) {
                history.givenBack("orders", unused.low() - 1, unused.high());
            }
        };
        close.run();

        OpenLease reopened = counter.reserve(4, 0);
        history.issued("orders", reopened.low());
        close.run();

        OpenLease other = counter.reserve(8, 0);
        history.issued("orders", other.low());
    }

    private static void search(Rule rule, Tokens tokens, Forger forger, HistoryChecker history) {
        SplittableRandom seeds = new SplittableRandom(SEED);
        long begun = System.nanoTime();
        int bad = 0;
        for (int index = 0; index < SCHEDULES; index++) {
            bad += isBad(rule, tokens, forger, history, "schedule " + index, seeds.split()) ? 1 : 0;
        }
        Duration duration = Duration.ofNanos(System.nanoTime() - begun);
        String name = "return rule " + rule + ", tokens " + tokens + ", forger " + forger;
        System.out.printf(
                "%s · %,d returns accepted · %,d bad schedules%n",
                history.report(name, SEED, duration, SCHEDULES).line(), history.returnCount(), bad);
    }

    private static boolean isBad(
            Rule rule, Tokens tokens, Forger forger, HistoryChecker history, String scope, SplittableRandom random) {
        Counter counter = new Counter(rule);
        ReturnSchedule schedule = ReturnSchedule.of(counter, history, scope, random)
                .tokens(tokens)
                .forger(forger)
                .smallestRange(SMALLEST_RANGE);
        for (int part = 0; part < PARTS; part++) {
            schedule.run(STEPS);
            if (random.nextDouble() < RESTARTED) {
                history.fault("restart in doubt");
                counter.forgetLeases();
            }
        }
        schedule.finish();
        return schedule.sawDuplicate();
    }
}
