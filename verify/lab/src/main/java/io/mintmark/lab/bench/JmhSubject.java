package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.bench.generators.MeasuredCounter;
import io.mintmark.lab.bench.generators.Subject;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** JMH's way to one generator, shared by all threads of a trial. */
@State(Scope.Benchmark)
public class JmhSubject {
    /** Name in the catalogue; {@code verify/lab/bench} gives them all. */
    @Param("atomic-long")
    public String generator = "";

    private Subject subject = () -> () -> 0;

    @Setup(Level.Trial)
    public void open() {
        subject = Catalogue.byName(generator).opener().open(new MeasuredCounter(Duration.ZERO));
    }

    @TearDown(Level.Trial)
    public void close() {
        subject.close();
    }

    /** The function that one thread calls. */
    @State(Scope.Thread)
    public static class Caller {
        private LongSupplier numbers = () -> 0;

        @Setup(Level.Trial)
        public void begin(JmhSubject shared) {
            numbers = shared.subject.caller();
        }

        /** Asks once. */
        long ask() {
            return numbers.getAsLong();
        }
    }
}
