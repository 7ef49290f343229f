package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that want more than they are given: each is stopped in bounded time, and the next document is mapped. */
final class HostileScriptsTest extends HostileScripts {
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {"while (true) {} ~ 1000 ms", "const f = () => f(); f(); ~ Maximum call stack"})
    void shouldStopWhatTakesTooMuch(String body, @Nullable String message) {
        assertStopped(body, message);
    }

    @Test
    void shouldStopWhatFillsTheMemory() {
        JavaScriptEngine patient = patient();

        assertStopped(patient, "const all = []; for (;;) all.push(new Uint8Array(1 << 20));", "128 MB");
        patient.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Java.type('java.lang.System').exit(1);",
                "java.lang.Runtime.getRuntime();",
                "Packages.java.io.File('/');",
                "Polyglot.eval('js', '1');",
                "load('/etc/passwd');",
                "this.constructor.constructor('return Java')().type('java.io.File');",
                "import('/etc/passwd'); require('fs');",
                "new Worker('x');",
                "quit();"
            })
    void shouldGiveNoAccessToAnything(String body) {
        assertThat(mapGoodBadGood(load(body)).get(1)).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void shouldKeepPrototypesThatAreChangedToTheirOwnProgram() {
        ScriptProgram tricky = load(
                "Object.prototype.x = 9; Array.prototype.push = () => 0; JSON.stringify = () => '{}'; JSON.parse = () => 0;"
                        + " String.prototype.toString = () => 'no'; globalThis.map = null;");
        ScriptProgram other = load("");

        assertThat(mapGoodBadGood(tricky)).allMatch(outcome -> outcome instanceof Outcome.Done);
        assertThat(((Outcome.Done) other.map(List.of(new ScriptProgram.Document(List.of(0), "{}")))
                                .get(0))
                        .texts())
                .containsExactly("null", "{}");
    }

    @Test
    void shouldTakeNoGettersForTexts() {
        assertThat(mapGoodBadGood(load("return { toJSON() { return 'text'; } };"))
                        .get(1))
                .isInstanceOf(Outcome.Failed.class);
    }
}
