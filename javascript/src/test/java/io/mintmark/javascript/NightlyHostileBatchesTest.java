package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Batches with documents that end the process which maps them. */
final class NightlyHostileBatchesTest extends HostileScripts {
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
}
