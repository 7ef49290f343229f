package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.Event;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.ProcessRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The judge of intervals beside one that compares each operation with each other one, number by number. */
class NumbersPropertiesTest {
    private static final int NUMBERS = 12;

    @Test
    void shouldAgreeWithANaiveJudge() {
        int histories = Effort.of("histories of numbers", 5_000, 100_000, "mintmark.histories");
        long seed = Seed.fresh("numbers beside a naive judge");
        SplittableRandom seeds = new SplittableRandom(seed);
        int broken = 0;
        for (int i = 0; i < histories; i++) {
            History history = random(seeds.split());
            Verdict verdict = NumbersJudge.create().judge(history);

            assertThat(verdict.holds())
                    .as("history %s: %s%n%s", i, verdict, told(history))
                    .isEqualTo(new NaiveNumbers(history).holds());
            broken += verdict.holds() ? 0 : 1;
        }
        assertThat(broken).isBetween(histories / 10, histories * 9 / 10);
    }

    private static List<Event> told(History history) {
        List<Event> told = new ArrayList<>();
        history.replay(told::add);
        return told;
    }

    /** A few processes reserve, issue, give back, or drop the counter, at times as they should and at times not. */
    private static History random(SplittableRandom random) {
        HistoryRecorder recorder = HistoryRecorder.inMemory();
        boolean hasDrops = random.nextInt(4) == 0;
        List<Runnable> open = new ArrayList<>();
        int steps = random.nextInt(2, 9);
        int next = 1;
        for (int step = 0; step < steps; step++) {
            ProcessRecorder process = recorder.process("p" + random.nextInt(3));
            int low = random.nextInt(1, NUMBERS);
            int high = Math.min(NUMBERS, low + random.nextInt(4));
            int kind = random.nextInt(10);
            if (kind < 4) {
                int from = random.nextInt(4) == 0 ? low : next;
                next = Math.max(next, from + high - low + 1);
                Call call = process.reserve("c");
                finish(random, open, () -> call.ok(from, from + high - low), call);
            } else if (kind < 7) {
                process.issued("c", low, random.nextInt(3) == 0 ? high : low);
            } else if (!hasDrops) {
                Call call = process.giveBack("c", low, high);
                finish(random, open, call::ok, call);
                next = random.nextBoolean() ? Math.min(next, low + 1) : next;
            } else if (open.isEmpty()) {
                process.drop("c").ok();
                next = 1;
            }
            if (!open.isEmpty() && random.nextInt(3) == 0) {
                open.remove(random.nextInt(open.size())).run();
            }
        }
        open.forEach(Runnable::run);
        return recorder.history();
    }

    private static void finish(SplittableRandom random, List<Runnable> open, Runnable ok, Call call) {
        int kind = random.nextInt(8);
        Runnable outcome = kind == 0 ? call::failed : kind == 1 ? call::close : ok;
        if (random.nextInt(3) == 0) {
            open.add(outcome);
        } else {
            outcome.run();
        }
    }
}
