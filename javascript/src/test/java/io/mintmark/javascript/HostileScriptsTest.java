package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that want more than they are given: each is stopped in bounded time, and the next document is mapped. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HostileScriptsTest {
    private static final String REDUCE = "groupBy(x => x.K).aggregate(g => ({ K: g.key }))";

    /** Two tries of a second and their patience, and two processes that start on a busy machine. */
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final JavaScriptEngine engine = new JavaScriptEngine(new ScriptLimits(128, Duration.ofSeconds(1), 8));

    @AfterAll
    void end() {
        engine.close();
    }

    private ScriptProgram load(String body) {
        return load(engine, body);
    }

    private static ScriptProgram load(JavaScriptEngine engine, String body) {
        return engine.load(new ScriptSource(
                List.of(), List.of("map('A', u => { if (u.bad) { " + body + " } return { K: u.x }; })"), REDUCE));
    }

    private static List<Outcome> mapGoodBadGood(ScriptProgram program) {
        long start = System.nanoTime();
        List<Outcome> outcomes = program.map(List.of(
                new ScriptProgram.Document(List.of(0), "{\"x\":1}"),
                new ScriptProgram.Document(List.of(0), "{\"bad\":true,\"x\":2}"),
                new ScriptProgram.Document(List.of(0), "{\"x\":3}")));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
        return outcomes;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "while (true) {} ~ 1000 ms",
                "for (;;) { try { while (true) {} } finally { continue; } } ~ 1000 ms",
                "const f = () => f(); f(); ~ Maximum call stack",
                "let s = 'x'; for (let i = 0; i < 31; i++) s += s; return { K: s }; ~ ",
                "const all = []; for (;;) all.push(new Uint8Array(1 << 20)); ~ 128 MB",
                "const all = []; for (let i = 0; ; i++) all[i] = 'x'.repeat(1 << 20); ~ 128 MB",
                "const all = []; for (let i = 0; ; i++) all[i] = 'text ' + i; ~ ",
                "const all = []; for (;;) all.push(new Array(1000).fill(1)); ~ ",
                "return { K: new Array(2 ** 31).fill('x').join('y') }; ~ ",
                "return { K: /^(a+)+(b|\\1)$/.test('a'.repeat(40) + 'c') }; ~ 1000 ms",
                "return { K: /(?=(a+)+b)\\1/.test('a'.repeat(60)) }; ~ 1000 ms",
                "Promise.resolve().then(function again() { Promise.resolve().then(again); }); ~ "
            })
    void shouldStopWhatTakesTooMuch(String body, String message) {
        List<Outcome> outcomes = mapGoodBadGood(load(body));

        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Done.class);
        System.out.println("[hostile] " + body + " -> "
                + outcomes.get(1)
                        .toString()
                        .substring(0, Math.min(200, outcomes.get(1).toString().length())));
        if (message != null) {
            assertThat(outcomes.get(1)).isInstanceOf(Outcome.Failed.class);
            assertThat(((Outcome.Failed) outcomes.get(1)).message()).contains(message);
        }
        assertThat(outcomes.get(2)).isInstanceOf(Outcome.Done.class);
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
    void shouldTakeNoGettersOrProxiesForTexts() {
        assertThat(mapGoodBadGood(load("return new Proxy({}, { ownKeys() { while (true) {} } });"))
                        .get(1))
                .isInstanceOf(Outcome.Failed.class);
        assertThat(mapGoodBadGood(load("return { toJSON() { return 'text'; } };"))
                        .get(1))
                .isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void shouldStopAProgramWhoseEveryDocumentEndsAProcess() {
        JavaScriptEngine strict = new JavaScriptEngine(new ScriptLimits(128, Duration.ofSeconds(1), 2));
        ScriptProgram program = load(strict, "const all = []; for (;;) all.push(new Uint8Array(1 << 20));");
        List<ScriptProgram.Document> documents =
                Collections.nCopies(20, new ScriptProgram.Document(List.of(0), "{\"bad\":true}"));

        assertThatThrownBy(() -> program.map(documents))
                .isInstanceOf(ScriptException.class)
                .hasMessageContaining("stopped 3 times within one batch");
        strict.close();
    }
}
