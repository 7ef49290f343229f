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

/** A segment is linked after another one: a thread that sees it sees its limits, the soft limit included. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not linked yet")
@Outcome(id = "100, 76", expect = ACCEPTABLE, desc = "linked, and whole")
@Outcome(expect = FORBIDDEN, desc = "linked, and half made")
@State
public class HeadPublicationStress {
    private final Segment used = Segment.empty();

    @Actor
    public void refill() {
        used.linkNext(new Segment(Range.of(1, 100), 1, 100, 0));
    }

    @Actor
    public void walk(JJ_Result result) {
        Segment next = used.next();
        if (next != null) {
            result.r1 = next.range.high();
            result.r2 = next.fastEnd();
        }
    }
}
