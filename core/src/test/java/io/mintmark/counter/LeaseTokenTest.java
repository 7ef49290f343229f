package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTokenTest {
    /** A node of a store that was raised a few times draws serials of nineteen digits. */
    @ParameterizedTest
    @ValueSource(longs = {1, 57, 999_999_999_999_999_999L, 1_000_000_000_000_000_000L, 1L << 62, Long.MAX_VALUE})
    void shouldReadWhatItWrites(long serial) {
        LeaseToken token = new LeaseToken("kR3-_x.12", serial);

        assertThat(token).hasToString("kR3-_x.12." + serial);
        assertThat(LeaseToken.parse(token.toString())).hasValue(token);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "57",
                ".57",
                "a.",
                "a.0",
                "a.01",
                "a.-1",
                "a.9223372036854775808",
                "a.10000000000000000000",
                "a b.1",
                "a.1 ",
                "a.\u0661"
            })
    void shouldReadNothingElse(String text) {
        assertThat(LeaseToken.parse(text)).isEmpty();
    }

    @Test
    void shouldRefuseWhatItCouldNotRead() {
        assertThatThrownBy(() -> new LeaseToken("a b", 1)).hasMessageContaining("life=a b");
        assertThatThrownBy(() -> new LeaseToken("a", 0)).hasMessageContaining("serial=0");
    }
}
