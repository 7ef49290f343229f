package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTokenTest {
    @Test
    void shouldReadWhatItWrites() {
        LeaseToken token = new LeaseToken("kR3-_x.12", 57);

        assertThat(token).hasToString("kR3-_x.12.57");
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
                "a.1234567890123456789",
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
