package io.mintmark.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.faults.Findings.Kind;
import io.mintmark.lab.faults.History.Outage;
import io.mintmark.lab.faults.History.Range;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AvailabilityTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final History history = new History();

    @Test
    void shouldFindANodeWithoutRangesButExcuseItsFaults() {
        steady(1, 0);
        steady(40, 0);
        steady(41, 0);
        assertOnlyOf(1, Kind.UNAVAILABLE);
        history.add(new Outage(1, 2 * SECOND, 15 * SECOND));
        assertOnlyOf(1, Kind.UNAVAILABLE);
        history.add(new Outage(0, 2 * SECOND, 15 * SECOND));
        assertThat(Judge.of(history, 1).isFailed()).isFalse();
    }

    @Test
    void shouldFindANodeThatNeverGaveARange() {
        steady(1, 0);
        steady(2, 0);
        assertOnlyOf(2, Kind.UNAVAILABLE);
    }

    private void steady(long second, int node) {
        long at = second * SECOND;
        history.add(new Range(Databases.STEADY, "orders", second * 32, second * 32 + 31, at, at, node));
    }

    private void assertOnlyOf(int nodes, Kind kind) {
        Findings findings = Judge.of(history, nodes);
        for (Kind each : Kind.values()) {
            assertThat(findings.count(each)).as(each.shown()).isEqualTo(each == kind ? 1 : 0);
        }
    }
}
