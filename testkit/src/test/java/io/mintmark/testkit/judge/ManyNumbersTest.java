package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.ProcessRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thousand million numbers, each told alone: they are joined to runs, kept in a file, and judged by intervals. */
class ManyNumbersTest {
    private static final int PROCESSES = 8;
    private static final int RANGE = 1_000;

    @TempDir
    private Path directory;

    @Test
    void shouldJudgeManyNumbersInLittleMemory() throws IOException {
        int numbers = Effort.of("numbers judged", 10_000_000, 1_000_000_000);
        SplittableRandom random = new SplittableRandom(Seed.fresh("many numbers"));
        Path file = directory.resolve("history");

        Duration start = cpu();
        try (HistoryRecorder recorder = HistoryRecorder.toFile(file)) {
            record(recorder, numbers, random);
        }
        Duration recorded = cpu();
        History history = History.read(file);
        NumbersSweep sweep = new NumbersSweep(NumbersSurvey.of(history), Long.MAX_VALUE, (rule, piece, operation) -> {
            throw new AssertionError(rule + " " + piece);
        });
        int[] largest = {0};
        long heapBefore = heap();
        assertThat(history.replay(event -> {
                    sweep.read(event);
                    largest[0] = Math.max(largest[0], event.operation().number() % RANGE == 0 ? sweep.size() : 0);
                }))
                .isTrue();
        long heap = heap() - heapBefore;
        Duration judged = cpu();
        System.out.printf(
                Locale.ROOT,
                "[report] %,d numbers · recorded in %,d ms of CPU, judged in %,d ms · file %,d bytes · at most %,d intervals"
                        + " · heap +%,d bytes%n",
                numbers,
                recorded.minus(start).toMillis(),
                judged.minus(recorded).toMillis(),
                Files.size(file),
                largest[0],
                Math.max(0, heap));

        NumbersJudge.create().judge(history).assertHolds();
        assertThat(sweep.judged()).contains(String.format(Locale.ROOT, " %,d issued numbers of 1 counters", numbers));
        assertThat(largest[0]).isLessThan(100 * PROCESSES);
        assertThat(Files.size(file)).isLessThan(numbers / 10);
    }

    /** The twin: one number more, which somebody has issued long ago. */
    @Test
    void shouldFindOneNumberAmongMany() throws IOException {
        Path file = directory.resolve("twin");
        SplittableRandom random = new SplittableRandom(Seed.fresh("one among many numbers"));
        int numbers = 1_000_000;
        long again = 1 + random.nextInt(numbers / 10);
        try (HistoryRecorder recorder = HistoryRecorder.toFile(file)) {
            record(recorder, numbers, random);
            recorder.process("late").issued("orders", again);
        }

        Verdict verdict = NumbersJudge.create().judge(History.read(file));

        assertThat(verdict.violationCount()).isEqualTo(1);
        assertThat(verdict.violations().get(0).rule()).isEqualTo(Rule.ISSUED_TWICE);
        assertThat(verdict.violations().get(0).what()).isEqualTo("orders, number " + again + " issued twice");
        assertThat(verdict.violations().get(0).operations()).hasSize(3);
    }

    /** Processes reserve in turn, and issue each number of their range alone, at times after the next range came. */
    private static void record(HistoryRecorder recorder, int numbers, SplittableRandom random) {
        ProcessRecorder[] processes = new ProcessRecorder[PROCESSES];
        long[] next = new long[PROCESSES];
        long[] end = new long[PROCESSES];
        for (int i = 0; i < PROCESSES; i++) {
            processes[i] = recorder.process("p" + i);
        }
        long reserved = 0;
        for (long issued = 0; issued < numbers; ) {
            int who = random.nextInt(PROCESSES);
            if (next[who] == end[who]) {
                long size = Math.min(RANGE, numbers - reserved);
                if (size > 0) {
                    processes[who].reserve("orders").ok(reserved + 1, reserved + size);
                    next[who] = reserved + 1;
                    end[who] = reserved + size + 1;
                    reserved += size;
                }
            }
            long until = Math.min(end[who], next[who] + 1 + random.nextInt(RANGE));
            issued += until - next[who];
            for (; next[who] < until; next[who]++) {
                processes[who].issued("orders", next[who]);
            }
        }
    }

    /** The machine may do other work at the same time. */
    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
