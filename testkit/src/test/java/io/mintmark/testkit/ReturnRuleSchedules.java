package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.ReturnRule;
import io.mintmark.testkit.ReturnModel.Counter;
import io.mintmark.testkit.ReturnModel.Rule;
import io.mintmark.testkit.ReturnSchedule.Forger;
import io.mintmark.testkit.ReturnSchedule.Lease;
import io.mintmark.testkit.ReturnSchedule.Tokens;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Searches for a schedule in which {@link ReturnRule} lets a number be issued twice, and shows by its broken twins that
 * the search would find one (promises G1 and G3).
 */
class ReturnRuleSchedules {
    private static final double ONE_LIFE = 0;

    @ParameterizedTest(name = "tokens: {0}")
    @EnumSource(Tokens.class)
    void shouldIssueNothingTwiceWhateverTheNetworkDoes(Tokens tokens) {
        HistoryChecker history = new ReturnSearch(Rule.OURS, tokens, Forger.PRESENT, ONE_LIFE).run();

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
        HistoryChecker history = new ReturnSearch(twin, tokens, forger, ONE_LIFE).run();

        assertThat(history.duplicateCount())
                .as("a search that finds nothing here proves nothing there")
                .isPositive();
    }

    @Test
    void shouldRewindUnderARetriedReturnByRavenDbsRule() {
        HistoryChecker history = new HistoryChecker();

        shortestBadSchedule(new Counter(Rule.RAVENDB), history, false);

        assertThat(history.firstDuplicates()).containsExactly(new Duplicate("orders", "1"));
    }

    @Test
    void shouldPayAGapInTheSameScheduleWithoutToken() {
        HistoryChecker history = new HistoryChecker();

        shortestBadSchedule(new Counter(Rule.OURS), history, false);

        history.requireNoDuplicates();
        assertThat(history.returnCount()).isZero();
    }

    @Test
    void shouldTakeTheFirstCopyOnlyInTheSameScheduleWithTokens() {
        HistoryChecker history = new HistoryChecker();

        shortestBadSchedule(new Counter(Rule.OURS), history, true);

        history.requireNoDuplicates();
        assertThat(history.returnCount()).isEqualTo(1);
    }

    @Test
    void shouldReturnTwoUnusedLeasesNewestFirst() {
        Counter counter = new Counter(Rule.OURS);
        Lease older = counter.reserve(4, 0);
        Lease newer = counter.reserve(4, 0);

        assertThat(counter.giveBack(4, newer.high(), newer.token())).isTrue();
        assertThat(counter.giveBack(2, older.high(), older.token())).isTrue();

        assertThat(counter.max()).as("the last number issued").isEqualTo(2);
    }

    @Test
    void shouldLeaveAGapIfTheOlderLeaseComesFirst() {
        Counter counter = new Counter(Rule.OURS);
        Lease older = counter.reserve(4, 0);
        Lease newer = counter.reserve(4, 0);

        assertThat(counter.giveBack(2, older.high(), older.token())).isFalse();
        assertThat(counter.giveBack(4, newer.high(), newer.token())).isTrue();

        assertThat(counter.max()).isEqualTo(4);
    }

    /** A reserves and closes, reopens and issues 1; its first return arrives again; then C issues. */
    private static void shortestBadSchedule(Counter counter, HistoryChecker history, boolean sendsToken) {
        Lease unused = counter.reserve(4, 0);
        Runnable close = () -> {
            if (counter.giveBack(unused.low() - 1, unused.high(), sendsToken ? unused.token() : null)) {
                history.givenBack("orders", unused.low() - 1, unused.high());
            }
        };
        close.run();

        Lease reopened = counter.reserve(4, 0);
        history.issued("orders", reopened.low());
        close.run();

        Lease other = counter.reserve(8, 0);
        history.issued("orders", other.low());
    }
}
