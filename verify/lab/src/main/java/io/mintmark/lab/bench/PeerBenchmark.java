package io.mintmark.lab.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Mean nanoseconds a call, for each generator of numbers in a JVM of its own.
 *
 * <p>A mean sees what {@link BatchRun}'s medians hide, refills and waits for the clock, and also everything else that
 * the machine did meanwhile. Two-thread rows can undercut the truth when a thread is off its core; quote
 * {@link BatchRun}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PeerBenchmark {
    /** One call; of a generator of blocks that is a block. */
    @Benchmark
    public long number(JmhSubject.Caller caller) {
        return caller.ask();
    }
}
