package io.mintmark.hilo;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Two callers change from range to range, each of one number and with a prefix of its own: a caller that sees a new
 * range sees all of it. A result is the number if its range holds it and carries its prefix, -1 otherwise.
 */
@JCStressTest
@Outcome(
        id = {"1, 2", "2, 1"},
        expect = ACCEPTABLE,
        desc = "each has a number, of one piece with its range")
@Outcome(expect = FORBIDDEN, desc = "a number twice, or one with a foreign range")
@State
public class RangePublicationStress {
    private final StrictHiLo hilo = HiLo.over(new OneNumberEach())
            .rangeSize(1)
            .rangeSizeMax(1)
            .refiller(new AtOnce())
            .strict();

    @Actor
    public void first(JJ_Result result) {
        result.r1 = draw();
    }

    @Actor
    public void second(JJ_Result result) {
        result.r2 = draw();
    }

    private long draw() {
        return hilo.nextBlock(1, (range, number) -> {
            boolean fits = range.low() == number
                    && range.high() == number
                    && range.prefix().equals(number + "/");
            return fits ? number : -1L;
        });
    }

    private static final class OneNumberEach implements RangeSource {
        private final AtomicLong max = new AtomicLong();

        @Override
        public Range reserve(long size) {
            long number = max.incrementAndGet();
            return new Range(number, number, number + "/", "A", number);
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            return false;
        }

        @Override
        public long raise(long atLeast) {
            return max.accumulateAndGet(atLeast, Math::max);
        }
    }
}
