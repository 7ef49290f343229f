package io.mintmark.storage.sqlite.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredJsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"{}", " {\"a\" : [1, {\"b\":null}], \"ä\":\"€\"} "})
    void shouldTakeOneObject(String text) {
        assertThat(StoredJson.isObject(text.getBytes(UTF_8))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "[]", "1", "{", "{}}", "{}{}", "{} 1", "{\"a\":}", "{a:1}", "{\"a\":1]"})
    void shouldTakeNothingElse(String text) {
        assertThat(StoredJson.isObject(text.getBytes(UTF_8))).isFalse();
    }

    @Test
    void shouldTakeNoBytesThatAreNotUtf8() {
        assertThat(StoredJson.isObject(new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xc3, '"', '}'}))
                .isFalse();
        assertThat(StoredJson.isObject(null)).isFalse();
    }

    @Test
    void shouldTakeAnyDepth() {
        String text = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";

        assertThat(StoredJson.isObject(text.getBytes(UTF_8))).isTrue();
    }
}
