package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.ProcessRecorder;
import org.junit.jupiter.api.Test;

class DocumentsJudgeTest {
    private final HistoryRecorder recorder = HistoryRecorder.inMemory();
    private final ProcessRecorder a = recorder.process("a");
    private final ProcessRecorder b = recorder.process("b");

    private Verdict verdict() {
        return DocumentsJudge.create().judge(recorder.history());
    }

    private Violation broken(Rule rule) {
        Verdict verdict = verdict();
        assertThat(verdict.violations()).extracting(Violation::rule).containsOnly(rule);
        return verdict.violations().get(0);
    }

    @Test
    void shouldAllowChainsAndReads() {
        a.read("d").ok();
        a.write("d", "").ok("1");
        b.read("d").ok("1");
        b.write("d", "1").ok("2");
        a.write("d", "1").failed();
        a.write("d").ok("3");
        a.delete("d", "3").ok();
        b.read("d").ok();
        b.write("d", "").ok("4");
        assertThat(verdict().assertHolds().judged()).containsExactly("documents: 4 writes and 3 reads of 1 documents");
    }

    @Test
    void shouldAllowEitherOrderOfWhatRunsAtOnce() {
        Call one = a.write("d");
        Call other = b.write("d");
        Call read = recorder.process("c").read("d");
        other.ok("2");
        one.ok("1");
        a.read("d").ok("2");
        b.read("d").ok("2");
        read.ok("1");
        assertThat(verdict().violations()).isEmpty();
    }

    @Test
    void shouldFindAWriteThatWentOverAnother() {
        a.write("d", "").ok("1");
        a.write("d", "1").ok("2");
        b.write("d", "1").ok("3");

        Violation violation = broken(Rule.OVERWRITTEN);

        assertThat(violation.what()).isEqualTo("d, two operations followed version 1");
        assertThat(violation.operations()).extracting(Operation::number).containsExactly(2L, 3L);
    }

    @Test
    void shouldFindTwoCreationsAtOnce() {
        Call one = a.write("d", "");
        Call other = b.write("d", "");
        one.ok("1");
        other.ok("2");
        broken(Rule.OVERWRITTEN);
    }

    @Test
    void shouldFindAVersionThatWasMadeTwice() {
        a.write("d").ok("1");
        b.write("d").ok("1");
        broken(Rule.VERSION_TWICE);
    }

    @Test
    void shouldFindAnAcknowledgedWriteThatIsAbsent() {
        a.write("d").ok("1");
        b.read("d").ok();
        assertThat(broken(Rule.DOCUMENT_LOST).operations())
                .extracting(Operation::number)
                .containsExactly(1L, 2L);
    }

    @Test
    void shouldFindALossAlthoughTheDocumentWasDeletedOnce() {
        a.write("d").ok("1");
        a.delete("d").ok();
        a.write("d").ok("2");
        b.read("d").ok();
        broken(Rule.DOCUMENT_LOST);
    }

    @Test
    void shouldLetADeletionOfUnknownOutcomeExplainAnAbsence() {
        a.delete("d").close();
        a.write("d").ok("1");
        b.read("d").ok();

        Verdict verdict = verdict().assertHolds();

        assertThat(verdict.unseen()).containsExactly("1 deletions of unknown outcome, which may explain an absence");
    }

    @Test
    void shouldFindAReadThatWentBackBehindAWrite() {
        a.write("d", "").ok("1");
        a.write("d", "1").ok("2");
        b.read("d").ok("1");

        Violation violation = broken(Rule.VERSION_BEHIND);

        assertThat(violation.what()).isEqualTo("d, version 1 found or made after version 2, which follows it");
        assertThat(violation.operations()).extracting(Operation::number).containsExactly(1L, 2L, 3L);
    }

    @Test
    void shouldFindAReadThatWentBackWithoutChains() {
        a.write("d").ok("1");
        a.write("d").ok("2");
        b.read("d").ok("1");
        broken(Rule.VERSION_BEHIND);
    }

    @Test
    void shouldFindAReadThatWentBackBehindAnother() {
        Call one = a.write("d");
        Call other = b.write("d");
        b.read("d").ok("1");
        b.read("d").ok("2");
        b.read("d").ok("1");
        one.ok("1");
        other.ok("2");
        broken(Rule.VERSION_BEHIND);
    }

    @Test
    void shouldFindADocumentThatCameBack() {
        a.write("d").ok("1");
        a.delete("d").ok();
        b.read("d").ok("1");
        broken(Rule.VERSION_BEHIND);
    }

    /** Nothing may come between a version and the one that names it. */
    @Test
    void shouldFindAWriteWithinAChain() {
        a.write("d").ok("1");
        b.write("d").ok("2");
        a.write("d", "1").ok("3");
        broken(Rule.VERSION_BEHIND);
    }

    @Test
    void shouldFindVersionsInACircle() {
        Call one = a.write("d", "2");
        Call other = b.write("d", "1");
        one.ok("1");
        other.ok("2");
        assertThat(broken(Rule.VERSION_BEHIND).what()).isEqualTo("d, version 1 follows itself");
    }

    @Test
    void shouldSayWhatItCouldNotSee() {
        a.write("d").close();
        b.read("d").ok("9");
        a.write("d", "9").ok("10");
        a.write("e").ok("1");
        b.read("e").ok("1");

        assertThat(verdict().assertHolds().unseen())
                .containsExactly(
                        "1 versions that no recorded write made",
                        "1 writes of unknown outcome, whose versions nobody knows",
                        "1 documents that nobody read after their last acknowledged write");
    }

    /** A write that was lost, and another one that made its version once more. */
    @Test
    void shouldFindAVersionThatWasThereBeforeItsWriteBegan() {
        a.write("d").close();
        b.read("d").ok("1");
        a.write("d").ok("1");

        Violation violation = broken(Rule.VERSION_BEHIND);

        assertThat(violation.what()).isEqualTo("d, version 1 found before the write began that made it");
        assertThat(violation.operations()).extracting(Operation::number).containsExactly(2L, 3L);
    }

    /** The deletion was over before both of them, so that nothing can have come between them. */
    @Test
    void shouldFindTwoCreationsAtOnceAfterADeletion() {
        a.write("d", "").ok("1");
        a.delete("d").ok();
        Call one = a.write("d", "");
        Call other = b.write("d", "");
        one.ok("2");
        other.ok("3");
        a.read("d").ok("3");

        Violation violation = broken(Rule.OVERWRITTEN);

        assertThat(violation.what()).isEqualTo("d, created twice and not deleted in between");
        assertThat(violation.operations()).extracting(Operation::number).containsExactly(3L, 4L);
    }

    @Test
    void shouldAllowTwoCreationsAroundADeletion() {
        Call one = a.write("d", "");
        Call deletion = recorder.process("c").delete("d");
        Call other = b.write("d", "");
        one.ok("2");
        other.ok("3");
        deletion.close();
        assertThat(verdict().violations()).isEmpty();
    }
}
