package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.RandomBytes;
import io.mintmark.decimal.LaunchLog;
import io.mintmark.uuid.UuidV7;
import org.junit.jupiter.api.Test;

class MissingPartsTest {
    @Test
    @SuppressWarnings("NullAway") // callers may compile without it
    void shouldRefuseWhatIsMissingAtOnce() {
        assertThatThrownBy(() -> new LaunchLog(null)).hasMessageContaining("launches=null");
        assertThatThrownBy(() -> WorkerLeases.reserved(0, null)).hasMessageContaining("seconds=null");
        assertThatThrownBy(() -> BitLayouts.TWITTER.generator().clock(null)).hasMessageContaining("clock=null");
        assertThatThrownBy(() -> UuidV7.from(null, RandomBytes.secure())).hasMessageContaining("clock=null");
    }
}
