package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Batches of which each document is hostile: they are given up soon, and others have their turn. */
final class HostileBatchesTest extends HostileScripts {
    @Test
    void shouldStopAProgramWhoseEveryDocumentEndsAProcess() {
        JavaScriptEngine strict = engine(3);
        ScriptProgram program = load(strict, "const all = []; for (;;) all.push(new Uint8Array(1 << 20));");
        List<ScriptProgram.Document> documents =
                Collections.nCopies(20, new ScriptProgram.Document(List.of(0), "{\"bad\":true}"));

        assertThatThrownBy(() -> program.map(documents))
                .isInstanceOf(ScriptException.class)
                .hasMessageContaining("stopped 4 times within one batch");
        strict.close();
    }

    /** Answers of good documents travel together, so the end of the process alone does not say which document is to blame. */
    @Test
    void shouldBlameTheOneDocumentAmongManyThatEndsTheProcess() {
        ScriptProgram program = load("const all = []; for (;;) all.push(new Uint8Array(1 << 20));");
        List<ScriptProgram.Document> documents = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            documents.add(new ScriptProgram.Document(List.of(0), i == 400 ? "{\"bad\":true}" : "{\"x\":" + i + "}"));
        }

        List<Outcome> outcomes = program.map(documents);

        for (int i = 0; i < 600; i++) {
            if (i == 400) {
                assertThat(outcomes.get(i)).isInstanceOf(Outcome.Failed.class);
            } else {
                assertThat(outcomes.get(i)).isEqualTo(new Outcome.Done(List.of("" + i, "{\"K\":" + i + "}")));
            }
        }
    }

    /** Eight thousand documents of two seconds each would take hours, during which nobody else's script has its turn. */
    @Test
    void shouldEndABatchWhoseEveryDocumentTakesTooLong() throws InterruptedException {
        JavaScriptEngine shared = engine(8, Duration.ofMillis(1_500));
        ScriptProgram slow = load(shared, "while (true) {}");
        ScriptProgram other = load(shared, "");
        ScriptProgram.Document bad = new ScriptProgram.Document(List.of(0), "{\"bad\":true}");
        AtomicReference<Throwable> told = new AtomicReference<>();
        Thread hostile =
                new Thread(() -> told.set(catchThrowable(() -> slow.map(Collections.nCopies(60, bad)))), "hostile");
        hostile.start();
        long start = System.nanoTime();
        assertThat(mapGoodBadGood(other)).hasSize(3);
        hostile.join();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        assertThat(told.get()).isInstanceOf(BatchTooSlowException.class).hasMessageContaining("of 60 documents");
        assertThat(slow.map(List.of(bad)).get(0)).isInstanceOf(Outcome.Failed.class);
        shared.close();
    }
}
