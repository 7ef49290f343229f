package io.mintmark.hilo;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mintmark.range.InMemoryRanges;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Two callers meet at the end of a range that has one number left: one takes it, the other the first of the next. */
@JCStressTest
@Outcome(
        id = {"2, 3", "3, 2"},
        expect = ACCEPTABLE,
        desc = "each has a number, and none is lost")
@Outcome(expect = FORBIDDEN, desc = "a number twice, or one that no range holds, or one lost")
@State
public class IssueFromRangeToRangeStress {
    private final StrictHiLo hilo = HiLo.over(new InMemoryRanges())
            .rangeSize(2)
            .rangeSizeMax(2)
            .refiller(new AtOnce())
            .strict();

    public IssueFromRangeToRangeStress() {
        hilo.next();
    }

    @Actor
    public void first(JJ_Result result) {
        result.r1 = hilo.next();
    }

    @Actor
    public void second(JJ_Result result) {
        result.r2 = hilo.next();
    }
}
