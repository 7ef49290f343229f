package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.bench.generators.MeasuredCounter;
import io.mintmark.lab.bench.generators.Subject;
import io.mintmark.lab.process.Answer;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Counts what a generator reserves when a few numbers are taken and then none: after the burst, and after a pause. */
final class IdleRun {
    private IdleRun() {}

    /** Runs in a forked JVM: generator, numbers to take, pause in milliseconds. */
    public static void main(String... args) throws InterruptedException {
        MeasuredCounter counter = new MeasuredCounter(RefillRun.STORE_ANSWERS_AFTER);
        Subject subject = Catalogue.byName(args[0]).opener().open(counter);
        LongSupplier generator = subject.caller();
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sum += generator.getAsLong();
        }
        long atOnce = counter.reserved();
        Thread.sleep(Duration.ofMillis(Long.parseLong(args[2])).toMillis());
        long inAll = counter.reserved();
        long afterPause = inAll - counter.returned();
        subject.close();
        Answer.print(atOnce, inAll, afterPause, counter.reserved() - counter.returned(), sum);
    }
}
