package io.mintmark.hilo;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mintmark.range.InMemoryRanges;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A caller takes the fast path of a generator that is being closed: the counter ends at the number issued last. */
@JCStressTest
@Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "issued, and not given back")
@Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "too late, and given back")
@Outcome(expect = FORBIDDEN, desc = "issued and given back, or neither")
@State
public class IssueAgainstCloseStress {
    private final InMemoryRanges source = new InMemoryRanges();
    private final StrictHiLo hilo =
            HiLo.over(source).rangeSize(8).refiller(new AtOnce()).strict();

    public IssueAgainstCloseStress() {
        hilo.next();
    }

    @Actor
    public void issue(JJ_Result result) {
        try {
            result.r1 = hilo.next();
        } catch (IllegalStateException closed) {
            result.r1 = -1;
        }
    }

    @Actor
    public void close() {
        hilo.close();
    }

    @Arbiter
    public void look(JJ_Result result) {
        result.r2 = source.max();
    }
}
