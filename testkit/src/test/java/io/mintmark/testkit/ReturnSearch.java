package io.mintmark.testkit;

import io.mintmark.testkit.ReturnModel.Counter;
import io.mintmark.testkit.ReturnModel.Rule;
import io.mintmark.testkit.ReturnSchedule.Forger;
import io.mintmark.testkit.ReturnSchedule.Tokens;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * A search through schedules of the model.
 *
 * @param rule how the counter takes returns
 * @param drops how likely it is dropped and created again before a step
 */
record ReturnSearch(Rule rule, Tokens tokens, Forger forger, double drops) {
    private static final int SCHEDULES = Effort.of("return schedules (model)", 20_000, 1_000_000);
    private static final int SMALLEST_RANGE = 4;
    private static final int STEPS = 40;
    private static final int PARTS = 3;
    private static final double RESTARTED = 0.2;
    private static final long SEED = Seed.fresh("ReturnSearch");

    /** Lets every schedule run, and prints what was found. */
    HistoryChecker run() {
        HistoryChecker history = new HistoryChecker();
        SplittableRandom seeds = new SplittableRandom(SEED);
        long begun = System.nanoTime();
        int bad = 0;
        for (int index = 0; index < SCHEDULES; index++) {
            bad += isBad(history, "schedule " + index, seeds.split()) ? 1 : 0;
        }
        Duration duration = Duration.ofNanos(System.nanoTime() - begun);
        String name = "return rule " + rule + ", tokens " + tokens + ", forger " + forger
                + (drops > 0 ? ", dropped at a step with " + drops : "");
        System.out.printf(
                "%s · %,d returns accepted · %,d bad schedules%n",
                history.report(name, SEED, duration, SCHEDULES).line(), history.returnCount(), bad);
        return history;
    }

    private boolean isBad(HistoryChecker history, String scope, SplittableRandom random) {
        Counter counter = new Counter(rule);
        ReturnSchedule schedule = ReturnSchedule.of(counter, history, scope, random)
                .tokens(tokens)
                .forger(forger)
                .smallestRange(SMALLEST_RANGE)
                .drops(drops);
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
