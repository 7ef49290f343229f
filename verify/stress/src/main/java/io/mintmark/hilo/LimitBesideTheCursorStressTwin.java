package io.mintmark.hilo;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Broken twin of {@link HeadPublicationStress}: the parts of a range are published one by one. Must fail. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not published yet")
@Outcome(id = "100, 75", expect = ACCEPTABLE, desc = "published, and whole")
@Outcome(expect = FORBIDDEN, desc = "parts of two ranges")
@State
public class LimitBesideTheCursorStressTwin {
    private volatile long high;
    private volatile long soft;

    @Actor
    public void refill() {
        high = 100;
        soft = 75;
    }

    @Actor
    public void walk(JJ_Result result) {
        result.r1 = high;
        result.r2 = soft;
    }
}
