package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Further scripts that want more than they are given: each takes seconds, and some of them two processes. */
final class NightlyHostileScriptsTest extends HostileScripts {
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "for (;;) { try { while (true) {} } finally { continue; } } ~ 1000 ms",
                "Promise.resolve().then(function again() { Promise.resolve().then(again); }); ~ ",
                "let s = 'x'; for (let i = 0; i < 31; i++) s += s; return { K: s }; ~ ",
                "const all = []; for (let i = 0; ; i++) all[i] = 'text ' + i; ~ ",
                "const all = []; for (;;) all.push(new Array(1000).fill(1)); ~ ",
                "return { K: new Array(2 ** 31).fill('x').join('y') }; ~ ",
                "return { K: /^(a+)+(b|\\1)$/.test('a'.repeat(40) + 'c') }; ~ 1000 ms",
                "return { K: /(?=(a+)+b)\\1/.test('a'.repeat(60)) }; ~ 1000 ms",
            })
    void shouldStopWhatTakesTooMuch(String body, @Nullable String message) {
        assertStopped(body, message);
    }

    /** A full memory takes its time to be noticed, and more of it on a busy machine. */
    @Test
    void shouldSayThatAScriptFilledTheMemory() {
        try (JavaScriptEngine patient = patient()) {
            assertStopped(patient, "const all = []; for (let i = 0; ; i++) all[i] = 'x'.repeat(1 << 20);", "128 MB");
        }
    }

    @Test
    void shouldTakeNoProxiesForTexts() {
        assertThat(mapGoodBadGood(load("return new Proxy({}, { ownKeys() { while (true) {} } });"))
                        .get(1))
                .isInstanceOf(Outcome.Failed.class);
    }

    /** Sixty documents of two seconds each would take longer than a test may, during which nobody else's script has its turn. */
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
        assertThat(mapGoodBadGood(other)).hasSize(3);
        hostile.join();

        assertThat(told.get()).isInstanceOf(BatchTooSlowException.class).hasMessageContaining("of 60 documents");
        assertThat(slow.map(List.of(bad)).get(0)).isInstanceOf(Outcome.Failed.class);
        shared.close();
    }
}
