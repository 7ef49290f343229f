package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.bench.generators.Entry;
import io.mintmark.lab.bench.generators.MeasuredCounter;
import io.mintmark.lab.bench.generators.Subject;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.process.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Times every single call of a generator whose counter answers in a millisecond, in a JVM that does nothing else.
 *
 * <p><b>What it does.</b> A first generator of the same kind, over a counter that answers at once, is called until the
 * code is compiled; then a new one is opened, its first {@value #NOT_COUNTED} calls of each thread are left out (a
 * generator that just began must wait for its first range), and every later call goes into a histogram. A paced load
 * has a fixed time table and spins up to each call; a caller who was held up makes its late calls at once, as a queue
 * of requests would. What is timed is the call, not the delay behind the time table.
 *
 * <p><b>What it cannot say.</b> A reading includes one reading of the clock (20 to 30 ns), in every row. A thread that
 * loses its core within a call shows the same millisecond as one that waits for a range; so {@code AtomicLong} runs
 * under the same load in the same round, and only what exceeds its count says something. Waits are known for sure from
 * where they happen: from the generator's own listener (ours), and from which thread asks the counter (all; a second
 * thread that waits for the first one's fetch is not seen there).
 */
final class RefillRun {
    static final Duration STORE_ANSWERS_AFTER = Duration.ofMillis(1);

    /** A call as long as this was held up by something. */
    static final long LONG_CALL_NANOS = 500_000;

    private static final int NOT_COUNTED = 3_000;

    private final Subject subject;
    private final MeasuredCounter counter;
    private final Load load;

    @SuppressWarnings("unused") // written so that the compiler cannot drop the calls
    private volatile long sink;

    RefillRun(Subject subject, MeasuredCounter counter, Load load) {
        this.subject = subject;
        this.counter = counter;
        this.load = load;
    }

    /** Findings of a run; durations in nanoseconds. {@code blocked} is {@link Subject#NOT_TOLD} if it is not known. */
    record Result(
            long timed,
            long used,
            long p50,
            long p999,
            long p9999,
            long max,
            long longCalls,
            long blocked,
            long fetchesByCallers,
            long reserveCalls,
            long reserved,
            long returned) {}

    /** Runs once and closes the generator, so that what it gives back is counted too. */
    Result measure(Duration window) throws InterruptedException {
        List<Caller> callers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < load.threads(); i++) {
            Caller caller = new Caller(window);
            Thread thread = new Thread(caller, "measuring");
            thread.start();
            callers.add(caller);
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }

        long blockedInAll = subject.blockedCallers();
        long fetches = counter.callsByCallers();
        long reserveCalls = counter.calls();
        long reserved = counter.reserved();
        subject.close();
        LatencyHistogram calls = new LatencyHistogram();
        callers.forEach(caller -> calls.add(caller.histogram));
        Caller first = callers.get(0);
        return new Result(
                calls.total(),
                callers.stream().mapToLong(caller -> caller.used).sum(),
                calls.quantile(0.5),
                calls.quantile(0.999),
                calls.quantile(0.9999),
                calls.max(),
                callers.stream().mapToLong(caller -> caller.longCalls).sum(),
                blockedInAll == Subject.NOT_TOLD ? blockedInAll : blockedInAll - first.blockedBefore,
                fetches - first.fetchesBefore,
                reserveCalls,
                reserved,
                counter.returned());
    }

    /** One measuring thread. */
    private final class Caller implements Runnable {
        private final LatencyHistogram histogram = new LatencyHistogram();
        private final long windowNanos;
        private long used;
        private long longCalls;
        private long blockedBefore;
        private long fetchesBefore;

        Caller(Duration window) {
            this.windowNanos = window.toNanos();
        }

        @Override
        public void run() {
            counter.iAmACaller();
            LongSupplier generator = subject.caller();
            long sum = ask(generator, NOT_COUNTED, Long.MAX_VALUE, new LatencyHistogram());
            longCalls = 0;
            blockedBefore = subject.blockedCallers();
            fetchesBefore = counter.callsByCallers();
            sink = sum + ask(generator, Long.MAX_VALUE, windowNanos, histogram);
        }

        private long ask(LongSupplier generator, long times, long nanos, LatencyHistogram into) {
            double interval = load.isPaced() ? 1e9 / load.perSecond() : 0;
            long sum = 0;
            long begin = System.nanoTime();
            for (long i = 0; i < times; i++) {
                long due = begin + (long) (i * interval);
                long before = System.nanoTime();
                while (before < due) {
                    Thread.onSpinWait();
                    before = System.nanoTime();
                }
                if (before - begin >= nanos) {
                    break;
                }
                sum += generator.getAsLong();
                long took = System.nanoTime() - before;
                into.record(took);
                used++;
                if (took >= LONG_CALL_NANOS) {
                    longCalls++;
                }
            }
            return sum;
        }
    }

    /** Runs in a forked JVM: generator, numbers a second, threads, warm-up and window in milliseconds. */
    public static void main(String... args) throws InterruptedException {
        Entry entry = Catalogue.byName(args[0]);
        int threads = Integer.parseInt(args[2]);
        Duration warmUp = Duration.ofMillis(Long.parseLong(args[3]));
        Duration window = Duration.ofMillis(Long.parseLong(args[4]));

        for (int i = 0; i < 2; i++) {
            MeasuredCounter quick = new MeasuredCounter(Duration.ZERO);
            RefillRun discarded = new RefillRun(entry.opener().open(quick), quick, new Load(Load.FLAT_OUT, threads));
            discarded.measure(warmUp);
        }
        Load load = new Load(Long.parseLong(args[1]), threads);
        MeasuredCounter counter = new MeasuredCounter(STORE_ANSWERS_AFTER);
        Answer.print(new RefillRun(entry.opener().open(counter), counter, load).measure(window));
    }

    /**
     * How numbers are asked for in a refill run.
     *
     * @param perSecond numbers a second and thread, or {@link #FLAT_OUT}
     * @param threads how many threads ask
     */
    record Load(long perSecond, int threads) {
        /** As fast as the generator answers. */
        static final long FLAT_OUT = 0;

        static final List<Load> ALL = List.of(
                new Load(50_000, 1),
                new Load(200_000, 1),
                new Load(800_000, 1),
                new Load(FLAT_OUT, 1),
                new Load(FLAT_OUT, 2));

        boolean isPaced() {
            return perSecond != FLAT_OUT;
        }

        @Override
        public String toString() {
            return (isPaced() ? String.format(Locale.ROOT, "%,d/s", perSecond) : "flat out") + ", " + threads
                    + (threads == 1 ? " thread" : " threads");
        }
    }
}
