package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.History;

/**
 * Judges identities by real time, in each life of their name: no number twice, and none that is not above each number
 * that was given before it was asked for.
 *
 * <p>Gaps are listed and not judged, unless the system promises none. Answers to one request id count once, as asked
 * for at the first of its requests. Memory goes with gaps, with operations that run at once, and with request ids.
 * Immutable.
 */
public final class IdentitiesJudge implements Judge {
    private final boolean isGapFree;

    private IdentitiesJudge(boolean isGapFree) {
        this.isGapFree = isGapFree;
    }

    /** Returns a judge that allows gaps. */
    public static IdentitiesJudge create() {
        return new IdentitiesJudge(false);
    }

    /** Returns a judge that allows an identity as many gaps as it has numbers of unknown outcome or either life. */
    public IdentitiesJudge gapFree() {
        return new IdentitiesJudge(true);
    }

    @Override
    public Verdict judge(History history) {
        Findings findings = new Findings();
        IdentitiesSweep sweep = new IdentitiesSweep(findings);
        boolean isWhole = history.replay(sweep::read);
        sweep.end(isGapFree);
        findings.unseenEnd(isWhole);
        return findings.verdict(sweep.judged(), history);
    }

    @Override
    public String toString() {
        return isGapFree ? "IdentitiesJudge without gaps" : "IdentitiesJudge";
    }
}
