package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.ProcessRecorder;
import io.mintmark.testkit.judge.NumbersJudge;
import io.mintmark.testkit.judge.Rule;
import io.mintmark.testkit.judge.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Generators over a database's counter, each with several threads, judged by what they recorded. */
class JudgedHistoryTest {
    private static final int GENERATORS = 3;
    private static final int THREADS = 3;
    private static final int NUMBERS = 3_000;
    private static final int LIVES = 3;

    private final HistoryRecorder recorder = HistoryRecorder.inMemory();

    @ParameterizedTest
    @EnumSource(names = {"H2", "SQLITE"})
    void shouldContradictNothing(TestDatabase database) throws Exception {
        String name = TestDatabase.fresh("judged");

        work(() -> database.ranges().counter(name).build());

        Verdict verdict = verdict().assertHolds();
        System.out.println("[report] " + database + ": " + verdict);
        assertThat(verdict.judged().get(0))
                .contains(String.format(Locale.ROOT, " %,d issued", GENERATORS * LIVES * THREADS * NUMBERS));
    }

    /** The twin: what reads the counter and writes it in two steps gives a range to two programs. */
    @Test
    void shouldFindACounterThatForgets() throws Exception {
        InMemoryRanges numbers = new InMemoryRanges();
        AtomicLong reserved = new AtomicLong();
        List<Range> latest = new ArrayList<>();
        work(() -> new ForgetfulRanges(numbers, reserved, latest));

        Verdict verdict = verdict();

        assertThat(verdict.breaks(Rule.RANGE_TWICE)).as("%s", verdict).isTrue();
        assertThat(verdict.violations().get(0).operations()).hasSizeGreaterThanOrEqualTo(2);
    }

    private Verdict verdict() {
        return NumbersJudge.create().judge(recorder.history());
    }

    private void work(Supplier<RangeSource> source) throws Exception {
        ExecutorService generators = Executors.newFixedThreadPool(GENERATORS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int generator = 0; generator < GENERATORS; generator++) {
                ProcessRecorder process = recorder.process("generator " + generator);
                running.add(generators.submit(() -> {
                    for (int life = 0; life < LIVES; life++) {
                        draw(new RecordedRanges(source.get(), process), process);
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            generators.shutdownNow();
        }
    }

    private static void draw(RangeSource source, ProcessRecorder process) throws InterruptedException {
        try (StrictHiLo ids = HiLo.over(source).name("judged").rangeSize(50).strict()) {
            List<Thread> threads = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Thread started = new Thread(() -> {
                    for (int i = 0; i < NUMBERS; i++) {
                        process.issued("judged", ids.next());
                    }
                });
                started.start();
                threads.add(started);
            }
            for (Thread each : threads) {
                each.join();
            }
        }
    }

    /** A source whose calls are recorded. */
    private record RecordedRanges(RangeSource source, ProcessRecorder process) implements RangeSource {
        @Override
        public Range reserve(long size) {
            try (Call call = process.reserve("judged")) {
                Range range = source.reserve(size);
                call.ok(range.low(), range.high());
                return range;
            }
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            try (Call call = process.giveBack("judged", lastIssued, range.high())) {
                boolean isTaken = source.giveBack(range, lastIssued);
                if (isTaken) {
                    call.ok();
                } else {
                    call.failed();
                }
                return isTaken;
            }
        }

        @Override
        public long raise(long atLeast) {
            return source.raise(atLeast);
        }
    }

    /** Gives each tenth range again; shared by all programs. */
    private record ForgetfulRanges(InMemoryRanges numbers, AtomicLong reserved, List<Range> latest)
            implements RangeSource {
        private static final int FORGETS_EACH = 10;

        @Override
        public Range reserve(long size) {
            synchronized (latest) {
                if (reserved.incrementAndGet() % FORGETS_EACH != 0) {
                    latest.clear();
                    latest.add(numbers.reserve(size));
                }
                return latest.get(0);
            }
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            return false;
        }

        @Override
        public long raise(long atLeast) {
            return numbers.raise(atLeast);
        }
    }
}
