package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.simulation.plan.Fault;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.testkit.Effort;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows that each broken rule is found within a million events, so that a run which finds nothing says something. */
class TwinsTest {
    private static final long EVENTS_MAX = 1_000_000;
    private static final long EVENTS_A_SEED = 50_000;
    private static final int SEEDS_WITHOUT = Effort.of("seeds without a fault", 1, 20);

    static Stream<Twin> twins() {
        return Arrays.stream(Twin.values()).filter(twin -> twin != Twin.NONE);
    }

    @ParameterizedTest
    @MethodSource("twins")
    void shouldFindTheBrokenRule(Twin twin) {
        long events = 0;
        Outcome outcome = null;
        for (long seed = 1;
                events < EVENTS_MAX && (outcome == null || outcome.violation().isEmpty());
                seed++) {
            outcome = Run.of(settings(seed).broken(twin), null);
            events += outcome.events();
        }

        System.out.printf("%s: %s; all seeds: %,d events%n", twin, Report.line(outcome), events);
        assertThat(outcome.violation()).as("what a broken rule does").isPresent();
        shouldHideWithoutItsFault(twin, outcome.settings().seed());
    }

    /** The control: the same seeds with the rule, or without the kind of fault that the rule is for. */
    private static void shouldHideWithoutItsFault(Twin twin, long found) {
        for (long seed = found; seed < found + SEEDS_WITHOUT; seed++) {
            Settings settings = settings(seed).on(twin.shape());
            if (!twin.faults().isEmpty()) {
                settings = settings.broken(twin).without(twin.faults().get(0));
            }
            if (twin == Twin.ANSWER_BEFORE_SYNC) {
                // It is a crash, too.
                settings = settings.without(Fault.LOST_SYNC);
            }
            assertThat(Run.of(settings, null).violation())
                    .as("%s with %s, seed %d", twin, settings.faults(), seed)
                    .isEmpty();
        }
    }

    private static Settings settings(long seed) {
        return Settings.of(seed).sized(EVENTS_A_SEED, 24, 6);
    }

    @Test
    void shouldPutBackAtLeastSixDefectsOfTheTrackRecord() {
        assertThat(twins().count()).isGreaterThanOrEqualTo(12);
        assertThat(twins().filter(Twin::isOfTrackRecord).count()).isGreaterThanOrEqualTo(6);
    }

    @Test
    void shouldHaveATwinForEachKindOfFault() {
        assertThat(twins().flatMap(twin -> twin.faults().stream())).contains(Fault.values());
    }

    @Test
    void shouldShrinkWhatBreaks() {
        Settings failing = settings(1).broken(Twin.FULL_DISK_IGNORED);
        Outcome broken = Run.of(failing, null);
        assertThat(broken.violation()).isPresent();

        Settings smallest = Shrinker.shrink(failing, 60);

        assertThat(Run.of(smallest, null).violation()).isPresent();
        assertThat(smallest.faults()).hasSizeLessThan(failing.faults().size());
        assertThat(smallest.events()).isLessThanOrEqualTo(broken.events());
    }
}
