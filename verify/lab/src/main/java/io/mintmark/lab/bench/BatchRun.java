package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.bench.generators.MeasuredCounter;
import io.mintmark.lab.bench.generators.Subject;
import io.mintmark.lab.instrument.Quantiles;
import io.mintmark.lab.process.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Measures what a number costs, by medians of short batches, in a JVM that does nothing else.
 *
 * <p><b>What it does.</b> Each thread calls the generator in batches of about {@value #BATCH_NANOS} ns; the number of
 * calls in a batch is found in the warm-up and fixed for a window; it is halved for the next if hardly a batch was
 * accepted, as happens when the threads of the warm-up took turns on one core and so saw no contention. A volatile flag
 * is read before every call, as JMH does, so that no compiler can fold calls into one. The result is nanoseconds per
 * number and thread: the median and the p10 and p90 of the batches. With two threads only {@link Undisturbed} batches
 * count, and the run goes on until {@value #ACCEPTED_MIN} are accepted or {@value #WINDOWS_MAX} windows have passed;
 * both counts are told.
 *
 * <p><b>Why not means.</b> On a machine with two shared cores a mean says how often the neighbours ran. Worse, a
 * contended generator gets <em>faster</em> while the other thread is away from its core, so a mean of two threads can
 * undercut the truth by any factor up to that of one thread.
 *
 * <p><b>What it cannot say.</b> A caller parked by a lock looks like one that lost its core, so of generators with
 * locks few batches are accepted, the better ones. A median hides what is rare: a refill that blocks every thousandth
 * call ({@link RefillRun} shows it) and generators that wait for the clock once in a millisecond (JMH's means show
 * those). The loop around the call costs about 0.35 ns, which is in every row; that of the probe {@code plain-field} is
 * little else. Two threads on two cores say nothing about thirty-two. Garbage collections fall between batches or make
 * one batch long, so their cost is not in the median either.
 */
final class BatchRun {
    /** Length of a batch: long against reading the clock (25 ns twice), short against a scheduler's slice. */
    static final long BATCH_NANOS = 50_000;

    /** Fewer accepted batches than these are marked in the tables. */
    static final int ACCEPTED_MIN = 200;

    /** Windows after which a run gives up looking for undisturbed batches. */
    static final int WINDOWS_MAX = 5;

    /** A first limit for {@link Undisturbed}; the second is {@value #LIMIT_MEDIANS} medians of what it let through. */
    private static final long FIRST_LIMIT_NANOS = 8 * BATCH_NANOS;

    private static final int LIMIT_MEDIANS = 3;

    private final Subject subject;
    private final MeasuredCounter counter;
    private final int threads;
    private volatile boolean stop;

    @SuppressWarnings("unused") // written so that the compiler cannot drop the calls
    private volatile long sink;

    BatchRun(Subject subject, MeasuredCounter counter, int threads) {
        if (threads < 1 || threads > 2) {
            throw new IllegalArgumentException("only 1 or 2 threads can be judged: threads=" + threads);
        }
        this.subject = subject;
        this.counter = counter;
        this.threads = threads;
    }

    /** Findings of a run, in nanoseconds per number and thread. */
    record Result(double median, double p10, double p90, long accepted, long seen) {
        static Result of(double[] nanosPerId, long seen) {
            return new Result(
                    Quantiles.median(nanosPerId),
                    Quantiles.at(0.1, nanosPerId),
                    Quantiles.at(0.9, nanosPerId),
                    nanosPerId.length,
                    seen);
        }
    }

    /** Runs once: warm-up, then windows of the given length until enough batches are accepted. */
    Result measure(Duration warmUp, Duration window) throws InterruptedException {
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            callers.add(new Caller(window));
        }
        runTogether(callers, warmUp);
        int calls = callsPerBatch(callers);

        DoubleStream.Builder accepted = DoubleStream.builder();
        long acceptedCount = 0;
        long seen = 0;
        for (int i = 0; i < WINDOWS_MAX && acceptedCount < ACCEPTED_MIN; i++) {
            int callsNow = calls;
            callers.forEach(caller -> caller.calls = callsNow);
            runTogether(callers, window);
            seen += callers.stream().mapToLong(caller -> caller.batches.count()).sum();
            long[] nanos = undisturbed(callers);
            acceptedCount += nanos.length;
            double ids = (double) calls * subject.idsPerCall();
            LongStream.of(nanos).mapToDouble(batch -> batch / ids).forEach(accepted);
            if (nanos.length < ACCEPTED_MIN / WINDOWS_MAX) {
                calls = Math.max(1, calls / 2);
            }
        }
        return Result.of(accepted.build().toArray(), seen);
    }

    private static int callsPerBatch(List<Caller> callers) {
        double nanosPerCall =
                callers.stream().mapToDouble(Caller::medianNanosPerCall).max().orElseThrow();
        return (int) Math.max(1, Math.min(1 << 20, Math.round(BATCH_NANOS / nanosPerCall)));
    }

    private long[] undisturbed(List<Caller> callers) {
        if (threads == 1) {
            Batches all = callers.get(0).batches;
            return LongStream.range(0, all.count()).map(i -> all.nanos((int) i)).toArray();
        }
        long[] first = undisturbed(callers, FIRST_LIMIT_NANOS);
        double median = Quantiles.median(LongStream.of(first).asDoubleStream().toArray());
        return undisturbed(callers, Math.min(FIRST_LIMIT_NANOS, (long) (LIMIT_MEDIANS * median)));
    }

    private static long[] undisturbed(List<Caller> callers, long limitNanos) {
        Undisturbed undisturbed = new Undisturbed(limitNanos);
        Batches one = callers.get(0).batches;
        Batches two = callers.get(1).batches;
        return LongStream.concat(undisturbed.accepted(one, two), undisturbed.accepted(two, one))
                .toArray();
    }

    private void runTogether(List<Caller> callers, Duration time) throws InterruptedException {
        stop = false;
        CountDownLatch ready = new CountDownLatch(callers.size());
        List<Thread> running = new ArrayList<>();
        for (Caller caller : callers) {
            Thread thread = new Thread(() -> caller.run(ready), "measuring");
            thread.start();
            running.add(thread);
        }
        ready.await();
        Thread.sleep(time.toMillis());
        stop = true;
        for (Thread thread : running) {
            thread.join();
        }
    }

    /** One measuring thread's state; the thread is a new one in each window, as is what it calls. */
    private final class Caller {
        private final Batches batches;
        private int calls = 1_000;

        Caller(Duration window) {
            this.batches = new Batches((int) (8 * window.toNanos() / BATCH_NANOS) + 1_000);
        }

        void run(CountDownLatch ready) {
            counter.iAmACaller();
            LongSupplier generator = subject.caller();
            batches.clear();
            long sum = 0;
            ready.countDown();
            while (!stop) {
                long start = System.nanoTime();
                sum += batch(generator, calls);
                long end = System.nanoTime();
                if (!stop) {
                    batches.add(start, end);
                }
            }
            sink = sum;
        }

        private long batch(LongSupplier generator, int times) {
            long sum = 0;
            for (int i = 0; i < times && !stop; i++) {
                sum += generator.getAsLong();
            }
            return sum;
        }

        double medianNanosPerCall() {
            int half = batches.count() / 2;
            double[] latest = LongStream.range(half, batches.count())
                    .mapToDouble(i -> batches.nanos((int) i))
                    .toArray();
            return latest.length == 0 ? BATCH_NANOS : Quantiles.median(latest) / calls;
        }
    }

    /** Runs in a forked JVM: generator, threads, warm-up and window in milliseconds. */
    public static void main(String... args) throws InterruptedException {
        MeasuredCounter counter = new MeasuredCounter(Duration.ZERO);
        try (Subject subject = Catalogue.byName(args[0]).opener().open(counter)) {
            Answer.print(new BatchRun(subject, counter, Integer.parseInt(args[1]))
                    .measure(Duration.ofMillis(Long.parseLong(args[2])), Duration.ofMillis(Long.parseLong(args[3]))));
        }
    }
}
