package io.mintmark.hilo;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mintmark.hilo.supply.Segment;
import io.mintmark.range.Range;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A caller takes a number while closing seals the segment: the seal counts it, or the caller has none. */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "taken, and counted")
@Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "too late, and not counted")
@Outcome(expect = FORBIDDEN, desc = "issued behind the counter's back, or counted and lost")
@State
public class SealAgainstClaimStress {
    private final Segment segment = new Segment(Range.of(1, 3), 1, 3, 0);

    @Actor
    public void issue(JJ_Result result) {
        long offset = segment.take(1) - segment.low;
        result.r1 = offset < segment.size ? offset : -1;
    }

    @Actor
    public void close(JJ_Result result) {
        result.r2 = segment.seal();
    }
}
