package io.mintmark.hilo;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeUnavailableException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJ_Result;

/** Callers give up while their range arrives: a number that one was dealt is issued, and none that it was not. */
@JCStressTest
@Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "each number issued once, given back or told as a gap")
@Outcome(expect = FORBIDDEN, desc = "a number twice, or one lost")
@State
public class GiveUpAgainstArrivalStress {
    private static final long GAVE_UP = -1;

    private final AtomicLong gaps = new AtomicLong();
    private final InMemoryRanges source = new InMemoryRanges();
    private final StrictHiLo hilo = HiLo.over(source)
            .rangeSize(4)
            .rangeSizeMax(4)
            .deadline(Duration.ofNanos(500))
            .refiller(new AtOnce())
            .listener(new RangeListener() {
                @Override
                public void gap(Range range, long count) {
                    gaps.addAndGet(count);
                }
            })
            .strict();

    private long first;
    private long second;

    @Actor
    public void first() {
        first = draw();
    }

    @Actor
    public void second() {
        second = draw();
    }

    private long draw() {
        try {
            return hilo.next();
        } catch (RangeUnavailableException gaveUp) {
            return GAVE_UP;
        }
    }

    @Arbiter
    public void look(ZJ_Result result) {
        hilo.close();
        long issued = (first == GAVE_UP ? 0 : 1) + (second == GAVE_UP ? 0 : 1);
        result.r1 = first != second || first == GAVE_UP;
        result.r2 = source.max() - issued - gaps.get();
    }
}
