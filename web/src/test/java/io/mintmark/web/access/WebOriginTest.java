package io.mintmark.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebOriginTest {
    @ParameterizedTest
    @CsvSource({
        "http://localhost, http, localhost, 80",
        "http://localhost:80, http, localhost, 80",
        "HTTPS://Ids.Example, https, ids.example, 443",
        "https://ids.example:8443, https, ids.example, 8443",
        "http://[::1]:8080, http, [::1], 8080",
        "http://under_score:8080, http, under_score, 8080",
    })
    void shouldHaveThreeParts(String text, String scheme, String host, int port) {
        assertThat(WebOrigin.of(text)).hasValue(new WebOrigin(scheme, host, port));
    }

    @Test
    void shouldDifferByEachOfThem() {
        assertThat(WebOrigin.of("https://localhost")).isNotEqualTo(WebOrigin.of("http://localhost"));
        assertThat(WebOrigin.of("http://localhost:443")).isNotEqualTo(WebOrigin.of("https://localhost"));
        assertThat(WebOrigin.of("http://localhost:81")).isNotEqualTo(WebOrigin.of("http://localhost"));
        assertThat(WebOrigin.of("http://localhost")).isNotEqualTo(WebOrigin.of("http://127.0.0.1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "",
                "localhost",
                "http://",
                "http:///x",
                "file://",
                "http://a/",
                "http://a/b",
                "http://user@a",
                "http://a@b:80",
                "http://a b",
                "http://a, http://b",
                "http://a:b",
                "http://a:123456",
                "http://a:80:80",
                "http://a?b",
                "http://a#b",
                "http://a\\b",
                "http://[::1",
                "http://a]"
            })
    void shouldBeNothingElse(String text) {
        assertThat(WebOrigin.of(text)).isEmpty();
    }

    @Test
    void shouldBeTakenFromAUrlWithAPath() {
        assertThat(WebOrigin.of(URI.create("https://Ids.Example:443/ids/")))
                .isEqualTo(WebOrigin.of("https://ids.example"));
        assertThat(WebOrigin.of(URI.create("/ids"))).isEmpty();
    }
}
