package io.mintmark.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.faults.Findings.Kind;
import io.mintmark.lab.faults.History.Done;
import io.mintmark.lab.faults.History.Drop;
import io.mintmark.lab.faults.History.Identity;
import io.mintmark.lab.faults.History.PutBack;
import io.mintmark.lab.faults.History.Range;
import io.mintmark.lab.faults.History.Read;
import io.mintmark.lab.faults.History.Stored;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final String DATABASE = "shop";
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final History history = new History();

    @Test
    void shouldFindNothingInAHistoryThatKeepsAllPromises() {
        range(1, 32, 1);
        range(33, 64, 2);
        identity("a", 1, 1);
        identity("a", 1, 9);
        identity("b", 2, 2);
        Stored stored = stored("orders/1-A", "m1", false, 3);
        read(stored, "m1", 4);
        assertThat(Judge.of(history, 0).isFailed()).isFalse();
    }

    @Test
    void shouldFindANumberThatWasHandedOutTwice() {
        range(1, 32, 1);
        range(32, 63, 2);
        assertOnly(Kind.NUMBER_TWICE, 1);
    }

    @Test
    void shouldFindANumberWithinARangeThatBeganLongBefore() {
        range(1, 1_000, 1);
        range(2_000, 2_031, 2);
        range(500, 531, 3);
        range(501, 501, 4);
        assertOnly(Kind.NUMBER_TWICE, 3);
    }

    @Test
    void shouldNotTakeNumbersOfOtherCountersForTheSame() {
        range(1, 32, 1);
        history.add(new Range(DATABASE, "users", 1, 32, 2, 3, 0));
        history.add(new Range("other", "orders", 1, 32, 2, 3, 0));
        assertThat(Judge.of(history, 0).isFailed()).isFalse();
    }

    @Test
    void shouldNotCountWhatWasGivenBack() {
        range(1, 5, 1);
        range(6, 37, 2);
        range(38, 37, 3);
        range(38, 69, 4);
        assertThat(Judge.of(history, 0).isFailed()).isFalse();
    }

    @Test
    void shouldOnlyReportRangesRepeatedInANewLife() {
        range(1, 32, 1);
        drop(5, 6);
        range(1, 32, 7);
        assertOnly(Kind.REPEATED_OVER_LIVES, 1);
    }

    @Test
    void shouldFindANumberOfAnOldLifeHandedOutAfterItsDropAndAgainInTheNewOne() {
        drop(5, 6);
        range(1, 32, 7);
        range(1, 32, 8);
        assertOnly(Kind.NUMBER_TWICE, 1);
    }

    @Test
    void shouldFindANumberOfAnOldLifeHandedOutWhileTheDropWasOnItsWay() {
        drop(1, 6);
        range(1, 32, 2);
        range(1, 32, 8);
        assertOnly(Kind.NUMBER_WHILE_DROPPED, 1);
    }

    @Test
    void shouldOnlyReportIdentitiesAndServerSideIdsRepeatedInANewLife() {
        identity("a", 1, 1);
        stored("things/1-A", "m1", true, 1);
        drop(2, 3);
        identity("b", 1, 4);
        stored("things/1-A", "m2", true, 4);
        assertOnly(Kind.IDENTITY_OVER_LIVES, 2);
    }

    @Test
    void shouldFindAnotherWriterOfTheSameLifeAfterADrop() {
        drop(1, 2);
        stored("orders/1-A", "m1", false, 3);
        stored("orders/1-A", "m2", false, 4);
        assertOnly(Kind.DOCUMENT_OVERWRITTEN, 1);
    }

    @Test
    void shouldFindNumbersThatComeAgainAfterAPutBack() {
        range(1, 32, 1);
        putBack(0, 2);
        range(1, 32, 60);
        assertOnly(Kind.NUMBER_TWICE, 1);
    }

    @Test
    void shouldFindAnIdentityOfTwoRequests() {
        identity("a", 7, 1);
        identity("b", 7, 2);
        assertOnly(Kind.IDENTITY_TWICE, 1);
    }

    @Test
    void shouldFindARequestWithTwoNumbers() {
        identity("a", 7, 1);
        identity("a", 8, 2);
        assertOnly(Kind.REQUEST_TWO_NUMBERS, 1);
    }

    @Test
    void shouldExcuseARequestThatAPutBackForgotButNoOlderOne() {
        identity("old", 7, 1);
        identity("young", 8, 3);
        putBack(2, 4);
        identity("young", 1_000, 60);
        assertThat(Judge.of(history, 0).isFailed()).isFalse();
        identity("old", 1_001, 61);
        assertThat(Judge.of(history, 0).count(Kind.REQUEST_TWO_NUMBERS)).isEqualTo(1);
    }

    @Test
    void shouldFindAServerSideIdGivenTwice() {
        stored("things/1-A", "m1", true, 1);
        stored("things/1-A", "m2", true, 2);
        assertOnly(Kind.SERVER_ID_TWICE, 1);
    }

    @Test
    void shouldFindADocumentThatIsMissing() {
        read(stored("orders/1-A", "m1", false, 1), "", 2);
        assertOnly(Kind.DOCUMENT_LOST, 1);
    }

    @Test
    void shouldExcuseADocumentOfAFormerLifeButNoneOfTheNewOne() {
        Stored former = stored("orders/1-A", "m1", false, 1);
        drop(2, 3);
        read(former, "", 5);
        assertThat(Judge.of(history, 0).isFailed()).isFalse();
        read(stored("orders/2-A", "m2", false, 4), "", 5);
        assertThat(Judge.of(history, 0).count(Kind.DOCUMENT_LOST)).isEqualTo(1);
    }

    @Test
    void shouldExcuseADocumentYoungerThanTheCopyButNoneThatWasInIt() {
        Stored young = stored("orders/1-A", "m1", false, 3);
        putBack(2, 4);
        read(young, "", 60);
        assertOnly(Kind.FORGOTTEN_BY_PUT_BACK, 1);
        read(stored("orders/2-A", "m2", false, 1), "", 60);
        assertThat(Judge.of(history, 0).count(Kind.DOCUMENT_LOST)).isEqualTo(1);
    }

    @Test
    void shouldFindADocumentThatShowsAnotherWriter() {
        read(stored("orders/1-A", "m1", false, 1), "m2", 2);
        assertOnly(Kind.DOCUMENT_OVERWRITTEN, 1);
    }

    @Test
    void shouldFindTwoWritersThatWereBothAcknowledged() {
        stored("orders/1-A", "m1", false, 1);
        stored("orders/1-A", "m2", false, 2);
        assertOnly(Kind.DOCUMENT_OVERWRITTEN, 1);
    }

    @Test
    void shouldFindNumbersFromAStoreThatWasPutBack() {
        putBack(1, 2);
        range(1, 32, 4);
        range(33, 64, 20);
        identity("a", 1, 4);
        Findings findings = Judge.of(history, 0);
        assertThat(findings.count(Kind.AFTER_PUT_BACK)).isEqualTo(1);
        assertThat(findings.count(Kind.FROM_OLDER_STORE)).isEqualTo(2);
    }

    @Test
    void shouldFailAFaultThatWasNotDone() {
        history.add(new Done("kill", 1, 2, Done.FAILED + "no process"));
        assertOnly(Kind.FAULT_FAILED, 1);
    }

    /** The new one is there at once. */
    private void drop(long sent, long dropped) {
        history.add(new Drop(DATABASE, sent * SECOND, dropped * SECOND, dropped * SECOND));
    }

    private void range(long low, long high, long second) {
        history.add(new Range(DATABASE, "orders", low, high, second * SECOND, second * SECOND + 1, 0));
    }

    private void identity(String request, long number, long second) {
        history.add(new Identity(DATABASE, "invoices|", request, number, second * SECOND, second * SECOND + 1, 0));
    }

    private Stored stored(String id, String mark, boolean isServers, long second) {
        Stored stored = new Stored(DATABASE, id, mark, isServers, second * SECOND, second * SECOND + 1, 0);
        history.add(stored);
        return stored;
    }

    private void read(Stored stored, String mark, long second) {
        history.add(new Read(stored, mark, second * SECOND, second * SECOND + 1, 0));
    }

    /** Ready one second after its beginning, raised forty seconds after it. */
    private void putBack(long copied, long begun) {
        history.add(new PutBack(
                copied * SECOND, begun * SECOND, (begun + 1) * SECOND, (begun + 30) * SECOND, (begun + 40) * SECOND));
    }

    private void assertOnly(Kind kind, long count) {
        Findings findings = Judge.of(history, 0);
        for (Kind each : Kind.values()) {
            assertThat(findings.count(each)).as(each.shown()).isEqualTo(each == kind ? count : 0);
        }
    }
}
