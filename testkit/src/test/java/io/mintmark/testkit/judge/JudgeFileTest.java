package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.ProcessRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgeFileTest {
    @TempDir
    private Path directory;

    private String recorded(long... identities) {
        Path file = directory.resolve("history" + identities.length);
        try (HistoryRecorder recorder = HistoryRecorder.toFile(file)) {
            ProcessRecorder a = recorder.process("a");
            for (long each : identities) {
                a.identity("bills").ok(each);
            }
        }
        return file.toString();
    }

    @Test
    void shouldSayByItsExitCodeWhatItFound() throws IOException {
        assertThat(JudgeFile.run(recorded(1, 2))).isZero();
        assertThat(JudgeFile.run(recorded(1, 2, 2))).isEqualTo(1);
        assertThat(JudgeFile.run()).isEqualTo(2);
        assertThat(JudgeFile.run(directory.resolve("none").toString())).isEqualTo(2);
    }

    @Test
    void shouldJudgeATornFileOnlyWhenAsked() throws IOException {
        Path file = Path.of(recorded(1, 2, 3));
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));

        assertThat(JudgeFile.run(file.toString())).isEqualTo(2);
        assertThat(JudgeFile.run("--torn", file.toString())).isZero();
        assertThat(Judge.all().judge(History.readTorn(file)).unseen())
                .containsOnlyOnce("what happened after the place where the recording is torn");
    }

    /** Issued numbers are written when their run ends, so those of before the tear may be missing. */
    @Test
    void shouldSayThatIssuedNumbersWereNotWrittenYet() {
        Path file = directory.resolve("unfinished");
        try (HistoryRecorder recorder = HistoryRecorder.toFile(file)) {
            recorder.process("a").issued("orders", 1);
            for (int i = 0; i < 10_000; i++) {
                recorder.process("a").reserve("users").ok(i, i);
            }
            Verdict verdict = NumbersJudge.create().judge(History.readTorn(file));

            assertThat(verdict.judged().get(0)).contains(" 0 issued numbers");
            assertThat(verdict.unseen())
                    .contains("issued numbers that had not been written where the recording is torn");
        }
    }

    @Test
    void shouldJudgeEverything() {
        HistoryRecorder recorder = HistoryRecorder.inMemory();
        ProcessRecorder a = recorder.process("a");
        a.issued("orders", 1);
        a.identity("bills", "r").ok(1);
        a.identity("bills", "r").ok(2);
        a.issued("orders", 1);
        a.write("d").ok("1");
        a.read("d").ok();
        a.walk("").ok(List.of());
        recorder.process("b").issued("orders", 1);

        Verdict verdict = Judge.all().judge(recorder.history());

        assertThat(verdict.judged()).hasSize(5);
        assertThat(verdict.violations())
                .extracting(Violation::rule)
                .containsOnly(Rule.ISSUED_TWICE, Rule.TWO_ANSWERS, Rule.DOCUMENT_LOST, Rule.MISSING_IN_LIST);
    }
}
