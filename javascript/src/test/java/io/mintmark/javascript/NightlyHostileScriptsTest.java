package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;

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
                "const all = []; for (let i = 0; ; i++) all[i] = 'x'.repeat(1 << 20); ~ 128 MB",
                "const all = []; for (let i = 0; ; i++) all[i] = 'text ' + i; ~ ",
                "const all = []; for (;;) all.push(new Array(1000).fill(1)); ~ ",
                "return { K: new Array(2 ** 31).fill('x').join('y') }; ~ ",
                "return { K: /^(a+)+(b|\\1)$/.test('a'.repeat(40) + 'c') }; ~ 1000 ms",
                "return { K: /(?=(a+)+b)\\1/.test('a'.repeat(60)) }; ~ 1000 ms",
            })
    void shouldStopWhatTakesTooMuch(String body, @Nullable String message) {
        assertStopped(body, message);
    }

    @Test
    void shouldTakeNoProxiesForTexts() {
        assertThat(mapGoodBadGood(load("return new Proxy({}, { ownKeys() { while (true) {} } });"))
                        .get(1))
                .isInstanceOf(Outcome.Failed.class);
    }
}
