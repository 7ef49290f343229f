package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import io.mintmark.testkit.history.History;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever is lost, late or dropped, the judge accuses no counter that does what it should. */
class GoodCounterTest {
    private final int histories = Effort.of("histories of a simulated counter", 4_000, 100_000, "mintmark.histories");

    @Test
    void shouldAccuseNobody() {
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("a counter that does what it should"));
        for (int i = 0; i < histories; i++) {
            History history = new SimulatedCounter(seeds.split(), true).history(60);
            Verdict verdict = NumbersJudge.create().judge(history);

            assertThat(verdict.holds()).as("history %s: %s", i, verdict).isTrue();
        }
    }

    /** The twin: RavenDB's rule takes a return again. */
    @Test
    void shouldFindACounterThatTakesReturnsAgain() {
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("a counter that takes returns again"));
        int broken = 0;
        for (int i = 0; i < histories; i++) {
            History history = new SimulatedCounter(seeds.split(), false).history(60);
            broken += NumbersJudge.create().judge(history).holds() ? 0 : 1;
        }
        assertThat(broken).isPositive();
    }
}
