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
 * Searches for a schedule in which {@link ReturnRule} lets a number be issued twice after the counter was dropped and
 * created again, and shows by its broken twins that the search would find one (promises G1 and G3).
 */
class ReturnsOverLivesSchedules {
    private static final double DROPS = 0.1;

    @ParameterizedTest(name = "tokens: {0}")
    @EnumSource(Tokens.class)
    void shouldIssueNothingTwiceInALifeWhateverTheLivesBeforeSend(Tokens tokens) {
        HistoryChecker history = new ReturnSearch(Rule.OURS, tokens, Forger.PRESENT, DROPS).run();

        history.requireNoDuplicates();
        assertThat(history.returnCount()).as("returns that were accepted").isPositive();
    }

    @ParameterizedTest(name = "{0}, tokens: {1}")
    @CsvSource({
        "TOKEN_WITHOUT_LIFE, ALL",
        "TOKEN_WITHOUT_LIFE, MIXED",
        "NO_END_BEFORE, NONE",
        "NO_END_BEFORE, MIXED",
        "END_OF_OPEN_LEASES, NONE",
        "END_OF_OPEN_LEASES, MIXED",
        "COUNTER_WHEN_DROPPED, NONE",
        "END_OF_THE_LAST_LIFE, NONE"
    })
    void shouldFindTheDuplicatesOfABrokenTwin(Rule twin, Tokens tokens) {
        HistoryChecker history = new ReturnSearch(twin, tokens, Forger.ABSENT, DROPS).run();

        assertThat(history.duplicateCount())
                .as("a search that finds nothing here proves nothing there")
                .isPositive();
    }

    @Test
    void shouldRefuseAReturnOfTheLifeBeforeWithItsTokenAndWithout() {
        Counter counter = new Counter(Rule.OURS);
        Lease old = counter.reserve(32, 0);
        counter.dropAndCreate();
        assertThat(counter.reserve(32, 0).high()).as("the same numbers again").isEqualTo(32);

        assertThat(counter.giveBack(5, 32, old.token())).isFalse();
        assertThat(counter.giveBack(5, 32, null)).isFalse();

        assertThat(counter.max()).isEqualTo(32);
    }

    @Test
    void shouldTakeAReturnOfTheLifeBeforeIfATokenIsTheSerialAlone() {
        Counter counter = new Counter(Rule.TOKEN_WITHOUT_LIFE);
        Lease old = counter.reserve(32, 0);
        counter.dropAndCreate();
        counter.reserve(32, 0);

        assertThat(counter.giveBack(5, 32, old.token())).isTrue();
    }

    @ParameterizedTest(name = "{0}: accepted {1}")
    @CsvSource({"OURS, false", "END_OF_OPEN_LEASES, true", "COUNTER_WHEN_DROPPED, true"})
    void shouldRefuseTheCopyOfAReturnThatTheLifeBeforeAccepted(Rule rule, boolean accepted) {
        Counter counter = new Counter(rule);
        counter.reserve(32, 0);
        assertThat(counter.giveBack(5, 32, null)).isTrue();
        counter.dropAndCreate();
        counter.reserve(32, 0);

        assertThat(counter.giveBack(5, 32, null)).isEqualTo(accepted);
    }

    @Test
    void shouldTakeAReturnWithoutTokenAgainAboveTheEarlierLives() {
        Counter counter = new Counter(Rule.OURS);
        counter.reserve(32, 0);
        counter.dropAndCreate();
        counter.reserve(32, 0);
        counter.reserve(32, 0);

        assertThat(counter.giveBack(40, 64, null)).isTrue();

        assertThat(counter.max()).isEqualTo(40);
    }
}
