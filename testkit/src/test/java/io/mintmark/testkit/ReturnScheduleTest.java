package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mintmark.testkit.ReturnSchedule.Forger;
import io.mintmark.testkit.ReturnSchedule.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same random numbers make the same schedule, and its settings are obeyed. */
class ReturnScheduleTest {

    /** Notes what it is asked for. */
    private static final class Listening implements ReturnSchedule.Counter {
        private final ReturnModel.Counter counter = new ReturnModel.Counter(ReturnModel.Rule.OURS);
        private final List<String> asked = new ArrayList<>();
        private final List<Integer> sizes = new ArrayList<>();
        private final List<@Nullable String> tokens = new ArrayList<>();

        @Override
        public ReturnSchedule.Lease reserve(int size, long lastMax) {
            asked.add("reserve " + size + " above " + lastMax);
            sizes.add(size);
            return counter.reserve(size, lastMax);
        }

        @Override
        public boolean giveBack(long last, long end, @Nullable String token) {
            boolean accepted = counter.giveBack(last, end, token);
            asked.add("return " + last + " of " + end + " by " + token + ": " + accepted);
            tokens.add(token);
            return accepted;
        }

        @Override
        public void dropAndCreate() {
            counter.dropAndCreate();
            asked.add("drop and create");
        }
    }

    private static Listening run(long seed, Tokens tokens, Forger forger, int smallestRange) {
        return run(seed, tokens, forger, smallestRange, 0);
    }

    private static Listening run(long seed, Tokens tokens, Forger forger, int smallestRange, double drops) {
        Listening counter = new Listening();
        ReturnSchedule schedule = ReturnSchedule.of(counter, new HistoryChecker(), "orders", new SplittableRandom(seed))
                .tokens(tokens)
                .forger(forger)
                .smallestRange(smallestRange)
                .drops(drops);
        schedule.run(500);
        schedule.finish();
        return counter;
    }

    @Test
    void shouldBeTheSameAgainForTheSameRandomNumbers() {
        Listening first = run(1, Tokens.MIXED, Forger.PRESENT, 32);

        assertThat(run(1, Tokens.MIXED, Forger.PRESENT, 32).asked).isEqualTo(first.asked);
        assertThat(run(2, Tokens.MIXED, Forger.PRESENT, 32).asked).isNotEqualTo(first.asked);
        assertThat(first.asked).anyMatch(asked -> asked.endsWith("true")).anyMatch(asked -> asked.endsWith("false"));
    }

    @Test
    void shouldObeyItsSettings() {
        assertThat(run(3, Tokens.NONE, Forger.ABSENT, 4).tokens).isNotEmpty().containsOnlyNulls();
        assertThat(run(3, Tokens.ALL, Forger.ABSENT, 4).tokens).isNotEmpty().doesNotContainNull();
        assertThat(run(3, Tokens.NONE, Forger.PRESENT, 4).tokens)
                .as("only a forger has tokens here")
                .anyMatch(token -> token != null);
        assertThat(run(3, Tokens.ALL, Forger.ABSENT, 8).sizes).containsOnly(8, 16, 32);
    }

    @Test
    void shouldRefuseRangesTooSmallToShare() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(1, Tokens.ALL, Forger.ABSENT, 3))
                .withMessage("smallestRange must be >= 4: smallestRange=3");
    }

    @Test
    void shouldDropTheCounterOnlyIfToldTo() {
        assertThat(run(4, Tokens.MIXED, Forger.PRESENT, 32).asked).doesNotContain("drop and create");
        assertThat(run(4, Tokens.MIXED, Forger.PRESENT, 32, 0.1).asked)
                .isEqualTo(run(4, Tokens.MIXED, Forger.PRESENT, 32, 0.1).asked)
                .contains("drop and create");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(4, Tokens.ALL, Forger.ABSENT, 32, 1.5))
                .withMessage("drops must be from 0 to 1: drops=1.5");
    }

    @Test
    void shouldSendTheTokensOfALifeThatIsOver() {
        List<String> asked = run(5, Tokens.ALL, Forger.ABSENT, 32, 0.1).asked;
        List<String> inTheSecondLife = asked.subList(asked.indexOf("drop and create") + 1, asked.size());

        assertThat(inTheSecondLife).anyMatch(said -> said.startsWith("return") && said.contains(" by life-0."));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLetNumbersRepeatAcrossLivesButNotWithinOne(boolean toldOfTheNextLife) {
        ReturnModel.Counter counter = new ReturnModel.Counter(ReturnModel.Rule.OURS);
        ReturnSchedule schedule = ReturnSchedule.of(counter, new HistoryChecker(), "orders", new SplittableRandom(6));
        schedule.run(50);

        schedule.endLife();
        counter.dropAndCreate();
        if (toldOfTheNextLife) {
            schedule.beginLife();
        }
        schedule.finish();

        assertThat(schedule.sawDuplicate()).isEqualTo(!toldOfTheNextLife);
    }

    @Test
    void shouldSayWhatACounterThatIsDroppedMustBeAbleTo() {
        ReturnSchedule.Counter counter = new ReturnSchedule.Counter() {
            @Override
            public ReturnSchedule.Lease reserve(int size, long lastMax) {
                return new ReturnSchedule.Lease(1, size, "token");
            }

            @Override
            public boolean giveBack(long last, long end, @Nullable String token) {
                return false;
            }
        };

        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(counter::dropAndCreate)
                .withMessageContaining("override dropAndCreate()");
    }
}
