package io.mintmark.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Base64UrlTest {
    private static final UUID ID = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

    @Test
    void shouldWriteAndReadNumbersAndUuids() {
        assertThat(Base64Url.encode(1)).isEqualTo("AAAAAAAAAAE");
        assertThat(Base64Url.encode(Long.MAX_VALUE)).isEqualTo("f_________8");
        assertThat(Base64Url.decode("f_________8")).isEqualTo(Long.MAX_VALUE);
        assertThat(Base64Url.encodeUuid(ID)).isEqualTo("AX8i4nmwfMOYxNwMDAc5jw");
        assertThat(Base64Url.decodeUuid("AX8i4nmwfMOYxNwMDAc5jw")).isEqualTo(ID);
    }

    @Test
    void shouldNotKeepOrder() {
        assertThat(Base64Url.encode(62L << 52)).isLessThan(Base64Url.encode(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "AAAAAAAAAA",
                "AAAAAAAAAAA=",
                "AAAAAAAAAA=",
                "AAAAAAAAAAF",
                "_________________",
                "__________8",
                "AAAAA AAAAE",
                "AAAA+AAAAAE",
                "AAAA/AAAAAE"
            })
    void shouldRefuseEveryOtherSpelling(String text) {
        assertThatThrownBy(() -> Base64Url.decode(text)).isInstanceOf(InvalidTextException.class);
        assertThatThrownBy(() -> Base64Url.decodeUuid(text)).isInstanceOf(InvalidTextException.class);
    }

    @Test
    void shouldRefuseNegativeNumbers() {
        assertThatThrownBy(() -> Base64Url.encode(-1)).hasMessageContaining("number=-1");
    }
}
