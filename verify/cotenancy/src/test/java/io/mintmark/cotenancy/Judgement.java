package io.mintmark.cotenancy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The doctor's word on two programs, held against what they do. */
final class Judgement {
    private static final int COLLIDES = 3;
    private static final int IDS_OF_SAFE_ONES = 400;
    private static final int BLOCK = 10;

    private Judgement() {}

    /**
     * Requires the doctor to foretell {@code firstDuplicate}, and two programs that never ran before to issue exactly the
     * numbers that he foretells, in the order he says.
     */
    static void requireCollision(
            Place place, String counter, String a, LongSupplier runsA, String b, LongSupplier runsB, long duplicate) {
        Doctor.Verdict verdict = new Doctor(place).judge(counter, a, b);
        assertThat(verdict).as(verdict.toString()).returns(false, Doctor.Verdict::safe);
        assertThat(verdict.exitCode()).isEqualTo(COLLIDES);
        assertThat(verdict.firstDuplicate()).as(verdict.toString()).isEqualTo(duplicate);

        Prediction prediction = Prediction.of(verdict);
        List<Long> issued = new ArrayList<>();
        assertThat(prediction.tryOut(runsA, runsB, issued))
                .as(issued.toString())
                .isEqualTo(duplicate);
        assertThat(issued).isEqualTo(prediction.numbers());
    }

    /** Requires the doctor to say that two programs are safe beside each other, and them to be so. */
    static void requireSafe(
            Place place, String counter, String a, LongSupplier runsA, String b, LongSupplier runsB, long seed) {
        Doctor.Verdict verdict = new Doctor(place).judge(counter, a, b);
        assertThat(verdict).as(verdict.toString()).returns(true, Doctor.Verdict::safe);
        assertThat(verdict.exitCode()).isZero();

        LiveRun run = new LiveRun(List.of(new Peer(runsA, BLOCK), new Peer(runsB, BLOCK)), seed);
        LiveRun.Outcome outcome = run.run(IDS_OF_SAFE_ONES);
        assertThat(outcome.duplicates()).as(outcome.toString()).isZero();
        assertThat(outcome.ids()).isGreaterThan(IDS_OF_SAFE_ONES / 2);
    }
}
