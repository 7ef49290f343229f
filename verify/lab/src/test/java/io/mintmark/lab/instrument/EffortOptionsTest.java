package io.mintmark.lab.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class EffortOptionsTest {
    @Command(name = "lab/any")
    static final class AnyCommand {
        @Mixin
        private EffortOptions.WithRounds options = new EffortOptions.WithRounds();
    }

    private static Effort effort(String... words) {
        return CommandLine.populateCommand(new AnyCommand(), words).options.effort(1, 3, 7);
    }

    @Test
    void shouldMeasureForPublishedFiguresUnlessToldOtherwise() {
        assertThat(effort()).isEqualTo(new Effort(Effort.Plan.FULL, 7));
    }

    @Test
    void shouldTakeEachPlanByItsWord() {
        for (Effort.Plan plan : new Effort.Plan[] {Effort.Plan.QUICK, Effort.Plan.SHORT}) {
            assertThat(effort(plan.word()).plan()).isEqualTo(plan);
        }
        assertThat(effort("--quick").rounds()).isEqualTo(1);
        assertThat(effort("--short").rounds()).isEqualTo(3);
    }

    @Test
    void shouldTakeAnotherNumberOfRoundsWithEachPlan() {
        assertThat(effort("--rounds", "2")).isEqualTo(new Effort(Effort.Plan.FULL, 2));
        assertThat(effort("--quick", "--rounds", "4")).isEqualTo(new Effort(Effort.Plan.QUICK, 4));
    }

    @Test
    void shouldRefuseWordsThatCannotBeFollowed() {
        assertThatThrownBy(() -> effort("--quick", "--short"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("--quick and --short");
        assertThatThrownBy(() -> effort("--rounds", "0"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("at least 1: 0");
    }

    @Test
    void shouldChooseTheValueOfThePlan() {
        assertThat(effort("--quick").<Integer>choose(10, 20, 30)).isEqualTo(10);
        assertThat(effort("--short").<Integer>choose(10, 20, 30)).isEqualTo(20);
        assertThat(effort().<Integer>choose(10, 20, 30)).isEqualTo(30);
    }
}
