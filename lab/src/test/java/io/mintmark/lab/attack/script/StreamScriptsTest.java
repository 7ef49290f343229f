package io.mintmark.lab.attack.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What hostile clients send is what their names say. */
class StreamScriptsTest {
    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldSendHeartbeatsThatGrowSomewhatLessThanTheServerLetsPass(String coding) throws IOException {
        byte[] compressed = StreamScripts.heartbeats(coding);
        ByteArrayInputStream in = new ByteArrayInputStream(compressed);
        try (InputStream plain = coding.equals("zstd") ? new ZstdInputStream(in) : new GZIPInputStream(in)) {
            assertThat(plain.readAllBytes().length / (double) compressed.length).isBetween(120.0, 199.0);
        }
    }

    @Test
    void shouldShareOutAHundredPerCent() {
        assertThat(Script.all(1_000).stream().mapToInt(Script::share).sum()).isEqualTo(100);
    }
}
