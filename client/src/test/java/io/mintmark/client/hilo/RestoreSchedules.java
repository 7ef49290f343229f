package io.mintmark.client.hilo;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random schedules of many clients on a database that is copied, goes on, and is put back as it was.
 *
 * <p>Each client that saw something newer refuses the copy, and whoever refused goes on when it was raised. No number comes
 * twice where every client saw more than the copy can make up for. Clients that compare nothing, in the same schedules, issue
 * numbers twice.
 */
class RestoreSchedules {
    private static final int QUICK = 500;
    private static final int PROOF = 50_000;

    @Test
    void shouldRefuseACopyThatWasNotRaisedAndGoOnWhenItIs() {
        long seed = Seed.fresh("restored, later raised");
        SplittableRandom seeds = new SplittableRandom(seed);
        long issued = 0;
        long refusals = 0;
        int schedules = Effort.of("schedules with a restore", QUICK, PROOF);
        for (int i = 0; i < schedules; i++) {
            RestoreRun run = new RestoreRun(seeds.split(), RestoreRun.Habit.COMPARING);

            run.workCopyAndWork();
            run.everyoneSeesMoreThanTheCopyCanMakeUpFor();
            run.putBack();
            run.work();
            assertThat(run.askAll()).as("clients that got a range of the copy").isZero();
            run.raise();
            run.work();
            assertThat(run.askAll()).as("clients that got a range").isEqualTo(run.clients());

            run.history().requireNoDuplicates();
            issued += run.history().issuedCount();
            refusals += run.refusals();
        }
        System.out.printf(
                "[restore] %,d schedules, seed %d: %,d numbers, 0 twice; %,d refusals%n",
                schedules, seed, issued, refusals);
        assertThat(refusals).isGreaterThan(schedules);
    }

    @Test
    void shouldGoOnWithoutARefusalWhenACopyIsRaisedAtOnce() {
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("restored and raised"));
        int schedules = Effort.of("schedules with a restore", QUICK, PROOF);
        for (int i = 0; i < schedules; i++) {
            RestoreRun run = new RestoreRun(seeds.split(), RestoreRun.Habit.COMPARING);

            run.workCopyAndWork();
            run.putBack();
            run.raise();
            run.work();

            run.history().requireNoDuplicates();
            assertThat(run.refusals()).isZero();
            assertThat(run.askAll()).isEqualTo(run.clients());
        }
    }

    /** Some clients saw nothing newer than the copy and take its ranges: nothing shows them. All others refuse. */
    @Test
    void shouldRefuseExactlyWhatIsNotAboveWhatAClientSaw() {
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("restored at any time"));
        long refusals = 0;
        long taken = 0;
        int schedules = Effort.of("schedules with a restore", QUICK, PROOF);
        for (int i = 0; i < schedules; i++) {
            RestoreRun run = new RestoreRun(seeds.split(), RestoreRun.Habit.COMPARING);

            run.workCopyAndWork();
            run.putBack();
            run.work(); // compares each answer with what was to be expected
            taken += run.askAll();
            refusals += run.refusals();
        }
        assertThat(refusals).isPositive();
        assertThat(taken).isPositive();
    }

    @Test
    void shouldSeeDuplicatesWhereClientsCompareNothing() {
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("broken twin: clients that compare nothing"));
        int bad = 0;
        int schedules = Effort.of("schedules with a restore", QUICK, PROOF);
        for (int i = 0; i < schedules; i++) {
            RestoreRun run = new RestoreRun(seeds.split(), RestoreRun.Habit.TOKENLESS);

            run.workCopyAndWork();
            run.everyoneSeesMoreThanTheCopyCanMakeUpFor();
            run.putBack();
            run.work();

            bad += run.history().duplicateCount() > 0 ? 1 : 0;
        }
        System.out.printf("[restore] broken twin: numbers twice in %,d of %,d schedules%n", bad, schedules);
        assertThat(bad).isPositive();
    }
}
