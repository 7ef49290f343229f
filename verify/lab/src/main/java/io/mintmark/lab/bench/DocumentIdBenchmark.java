package io.mintmark.lab.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Mean nanoseconds and, with JMH's gc profiler, allocated bytes of a document id.
 *
 * <p>The text is kept in a field, so it is really made; written into a buffer it is not a String at all.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DocumentIdBenchmark {
    /** One document id; returns its length. */
    @Benchmark
    public long documentId(JmhSubject.Caller caller) {
        return caller.ask();
    }
}
