package io.mintmark.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Traces as strace 6.1 writes them; thread 11 is the server's for requests, 22 its writer. */
class SyncAnalysisTest {
    private static final String SOCKET = "57<TCP:[127.0.0.1:8080->127.0.0.1:50000]>";
    private static final String LOG = "33</srv/data/database-1.sqlite-wal>";

    private static final String REQUEST =
            "11 read(" + SOCKET + ", \"GET /databases/sync/hilo/next?ta\"..., 16384) = 280";
    private static final String WRITE = "22 pwrite64(" + LOG + ", \"7\\177\\6\\202\"..., 4096, 32) = 4096";
    private static final String SYNC = "22 fdatasync(" + LOG + ")           = 0";
    private static final String REPLY =
            "11 writev(" + SOCKET + ", [{iov_base=\"HTTP/1.1 201 Created\\r\\nRaven\"..., iov_len=200}], 1) = 200";

    @Test
    void shouldAcceptAReplyAfterACompletedSyncOfWhatWasWritten() {
        assertThat(judge(REQUEST, WRITE, WRITE, SYNC, REPLY)).isEqualTo("1 acknowledged, 0 without, 1 syncs");
    }

    @Test
    void shouldCatchAReplyWithoutASync() {
        assertThat(judge(REQUEST, WRITE, REPLY)).isEqualTo("1 acknowledged, 1 without, 0 syncs");
    }

    @Test
    void shouldCatchASyncThatOnlyFollowsTheReply() {
        assertThat(judge(REQUEST, WRITE, REPLY, SYNC)).isEqualTo("1 acknowledged, 1 without, 1 syncs");
    }

    @Test
    void shouldNotCreditTheSyncOfTheRequestBefore() {
        assertThat(judge(REQUEST, WRITE, SYNC, REPLY, REQUEST, WRITE, REPLY))
                .isEqualTo("2 acknowledged, 1 without, 1 syncs");
    }

    @Test
    void shouldCatchASyncBeforeTheLastWrite() {
        assertThat(judge(REQUEST, WRITE, SYNC, WRITE, REPLY)).isEqualTo("1 acknowledged, 1 without, 1 syncs");
    }

    @Test
    void shouldCatchAReplyForWhichNothingWasWritten() {
        assertThat(judge(REQUEST, SYNC, REPLY)).isEqualTo("1 acknowledged, 1 without, 1 syncs");
    }

    @Test
    void shouldNotCreditAFailedSync() {
        String failed = "22 fdatasync(" + LOG + ") = -1 EIO (Input/output error)";

        assertThat(judge(REQUEST, WRITE, failed, REPLY)).isEqualTo("1 acknowledged, 1 without, 0 syncs");
    }

    @Test
    void shouldNotCreditASyncOfAnotherFile() {
        assertThat(judge(REQUEST, WRITE, SYNC.replace("database-1.sqlite-wal", "database-1.sqlite"), REPLY))
                .isEqualTo("1 acknowledged, 1 without, 0 syncs");
        assertThat(judge(REQUEST, WRITE, SYNC.replace("database-1", "catalog"), REPLY))
                .isEqualTo("1 acknowledged, 1 without, 0 syncs");
    }

    @Test
    void shouldJoinCallsThatOtherThreadsInterrupt() {
        String begin = "22 fdatasync(" + LOG + " <unfinished ...>";
        String end = "22 <... fdatasync resumed>)        = 0";
        String other = "44 read(9<pipe:[77]>, \"x\", 1) = 1";

        assertThat(judge(REQUEST, WRITE, begin, other, end, REPLY)).isEqualTo("1 acknowledged, 0 without, 1 syncs");
        assertThat(judge(REQUEST, WRITE, begin, other, REPLY, end)).isEqualTo("1 acknowledged, 1 without, 1 syncs");
    }

    @Test
    void shouldNotCreditASyncThatBeganBeforeTheWriteEnded() {
        String begin = "22 fdatasync(" + LOG + " <unfinished ...>";
        String end = "22 <... fdatasync resumed>) = 0";
        String write = WRITE.replace("22 ", "44 ");

        assertThat(judge(REQUEST, begin, write, end, REPLY)).isEqualTo("1 acknowledged, 1 without, 1 syncs");
    }

    @Test
    void shouldWaitForTheLastPieceOfARequest() {
        String head = "11 read(" + SOCKET + ", \"PUT /databases/sync/docs?id=user\"..., 16384) = 300";
        String body = "11 read(" + SOCKET + ",  <unfinished ...>";
        String bodyEnd = "11 <... read resumed>\"{\\\"Name\\\":\\\"Ada\"..., 16384) = 250";

        assertThat(judge(head, body, bodyEnd, WRITE, SYNC, REPLY)).isEqualTo("1 acknowledged, 0 without, 1 syncs");
        assertThat(judge(head, WRITE, SYNC, body, bodyEnd, REPLY)).isEqualTo("1 acknowledged, 1 without, 1 syncs");
    }

    @Test
    void shouldIgnoreWhatIsNoWriteToADatabase() {
        String admin = REQUEST.replace("GET /databases/sync/hilo/next?ta", "PUT /admin/databases?name=sync");
        String refusal = REPLY.replace("201 Created", "409 Conflict");

        assertThat(judge(admin, REPLY)).isEqualTo("0 acknowledged, 0 without, 0 syncs");
        assertThat(judge(REQUEST.replace("/sync/", "/other/"), REPLY)).isEqualTo("0 acknowledged, 0 without, 0 syncs");
        assertThat(judge(REQUEST, refusal)).isEqualTo("0 acknowledged, 0 without, 0 syncs");
        assertThat(judge(
                        "11 --- SIGSEGV {si_signo=SIGSEGV} ---",
                        "22 +++ exited with 0 +++",
                        "11 read(" + SOCKET + ", 0x7f, 16384) = -1 EAGAIN (Resource temporarily unavailable)"))
                .isEqualTo("0 acknowledged, 0 without, 0 syncs");
    }

    /** The next reservation may be on its way to the log when a range of the last one is answered. */
    @Test
    void shouldAcceptARangeWhoseNumbersWereSyncedBefore() {
        assertThat(analyse(true, REQUEST, WRITE, SYNC, REPLY, REQUEST, REPLY, REQUEST, WRITE, REPLY))
                .isEqualTo(new SyncAnalysis.Finding(3, 2, 0, 1, List.of()));
    }

    @Test
    void shouldCatchARangeWhoseReservationWasNotSyncedBefore() {
        assertThat(analyse(true, REQUEST, WRITE, SYNC, WRITE, REQUEST, REPLY).unsynced())
                .isEqualTo(1);
        assertThat(analyse(true, REQUEST, WRITE, REQUEST, REPLY).unsynced()).isEqualTo(1);
    }

    @Test
    void shouldCatchAnyOtherWriteThatWasNotSyncedWhateverWasBefore() {
        String put = REQUEST.replace("GET /databases/sync/hilo/next?ta", "PUT /databases/sync/docs?id=user");

        assertThat(analyse(true, put, WRITE, SYNC, REPLY, put, REPLY).unsynced())
                .isEqualTo(1);
    }

    @Test
    void shouldRefuseToJudgeRequestsThatOverlap() {
        String other = REQUEST.replace("57<", "58<");

        assertThatThrownBy(() -> judge(REQUEST, other)).hasMessageContaining("line 2");
    }

    @Test
    void shouldShowTheFirstReplyThatCameTooEarly() {
        assertThat(analyse(REQUEST, WRITE, REPLY).examples())
                .singleElement()
                .asString()
                .contains("line 3", "written but not synced", "HTTP/1.1 201");
    }

    private static String judge(String... lines) {
        SyncAnalysis.Finding finding = analyse(lines);
        assertThat(finding.synced()).isEqualTo(finding.acknowledged() - finding.unsynced());
        return finding.acknowledged() + " acknowledged, " + finding.unsynced() + " without, " + finding.syncs()
                + " syncs";
    }

    private static SyncAnalysis.Finding analyse(String... lines) {
        return analyse(false, lines);
    }

    private static SyncAnalysis.Finding analyse(boolean rangesAhead, String... lines) {
        SyncAnalysis analysis = new SyncAnalysis("sync", rangesAhead);
        List.of(lines).forEach(analysis::accept);
        return analysis.finding();
    }
}
