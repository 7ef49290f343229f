package io.mintmark.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.faults.FaultPlan.Planned;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
    private static final long MILLIS = 900_000;

    @Test
    void shouldContainEachKindAsOftenAsItWeighs() {
        List<Planned> plan = FaultPlan.of(56, MILLIS, 3, 1);
        assertThat(plan).hasSize(56);
        for (FaultKind kind : FaultKind.values()) {
            assertThat(plan.stream().filter(each -> each.kind() == kind)).hasSize(kind.weight());
        }
    }

    @Test
    void shouldContainEachKindOnceInAShortPlan() {
        List<Planned> plan = FaultPlan.of(FaultKind.values().length, MILLIS, 3, 1);
        assertThat(plan.stream().map(Planned::kind).collect(Collectors.toSet()))
                .isEqualTo(EnumSet.allOf(FaultKind.class));
    }

    @Test
    void shouldBeTheSameForTheSameSeedOnly() {
        assertThat(FaultPlan.of(56, MILLIS, 3, 1)).isEqualTo(FaultPlan.of(56, MILLIS, 3, 1));
        assertThat(FaultPlan.of(56, MILLIS, 3, 1)).isNotEqualTo(FaultPlan.of(56, MILLIS, 3, 2));
    }

    @Test
    void shouldBeInOrderAndEndBeforeTheRunDoes() {
        List<Planned> plan = FaultPlan.of(56, MILLIS, 3, 3);
        assertThat(plan.stream().map(Planned::atMillis)).isSorted();
        assertThat(plan).allMatch(each -> each.atMillis() < MILLIS && each.node() < 3);
    }
}
