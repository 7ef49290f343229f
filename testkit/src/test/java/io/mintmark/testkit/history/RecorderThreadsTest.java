package io.mintmark.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecorderThreadsTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 5_000;

    private final HistoryRecorder recorder = HistoryRecorder.inMemory();

    @Test
    void shouldLoseNothingAndMixNothing() throws Exception {
        inThreads(thread -> {
            ProcessRecorder process = recorder.process("p" + thread);
            for (int i = 0; i < ROUNDS; i++) {
                process.write("d/" + thread).ok(thread + ":" + i);
            }
        });

        Map<String, List<Operation>> byProcess = new HashMap<>();
        recorder.history()
                .forEachOperation(each -> byProcess
                        .computeIfAbsent(each.process(), any -> new ArrayList<>())
                        .add(each));
        assertThat(byProcess).hasSize(THREADS);
        byProcess.forEach((process, operations) -> {
            String thread = process.substring(1);
            assertThat(operations)
                    .extracting(Operation::outcome)
                    .containsExactlyElementsOf(IntStream.range(0, ROUNDS)
                            .mapToObj(i -> (Outcome) new Outcome.Text(thread + ":" + i))
                            .toList());
        });
    }

    /** What happened before in real time ended before in the history: numbers of one counter, asked for by all. */
    @Test
    void shouldKeepTheOrderOfRealTime() throws Exception {
        AtomicLong counter = new AtomicLong();
        inThreads(thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                Call call = recorder.process("p" + thread).identity("bills");
                call.ok(counter.incrementAndGet());
            }
        });

        long[] highest = {0};
        Map<Long, Long> floors = new HashMap<>();
        recorder.history().replay(event -> {
            long number = event.operation().number();
            if (event instanceof Event.Began) {
                floors.put(number, highest[0]);
            } else {
                long given = ((Outcome.Numbers) event.operation().outcome()).low();
                assertThat(given).isGreaterThan(floors.get(number));
                highest[0] = Math.max(highest[0], given);
            }
        });
        assertThat(highest[0]).isEqualTo((long) THREADS * ROUNDS);
    }

    /** Threads that issue from one range, as a generator's do. */
    @Test
    void shouldJoinTheNumbersOfSeveralThreads() throws Exception {
        AtomicLong next = new AtomicLong();
        ProcessRecorder generator = recorder.process("generator");
        inThreads(thread -> {
            for (int i = 0; i < 10 * ROUNDS; i++) {
                generator.issued("orders", next.incrementAndGet());
            }
        });

        AtomicLong issued = new AtomicLong();
        AtomicLong runs = new AtomicLong();
        recorder.history().forEachOperation(each -> {
            Act.Issue run = (Act.Issue) each.act();
            issued.addAndGet(run.high() - run.low() + 1);
            runs.incrementAndGet();
        });
        assertThat(issued.get()).isEqualTo(10L * ROUNDS * THREADS);
        assertThat(runs.get()).isLessThan(issued.get() / 10);
    }

    /** Something a thread does. */
    private interface Work {
        void run(int thread);
    }

    private static void inThreads(Work work) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                running.add(threads.submit(() -> work.run(number)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
