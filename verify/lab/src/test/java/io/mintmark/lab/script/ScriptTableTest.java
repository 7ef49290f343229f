package io.mintmark.lab.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What hostile clients send is what their names say. */
class ScriptTableTest {
    private final ScriptTable table = new ScriptTable(1_000, Optional.empty());

    private byte[] chunkOf(String name) {
        byte[] chunk = table.of("streams").stream()
                .filter(script -> script.name().equals(name))
                .findFirst()
                .orElseThrow()
                .drip();
        int head = new String(chunk, 0, 16, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
        return Arrays.copyOfRange(chunk, head, chunk.length - 2);
    }

    @ParameterizedTest
    @CsvSource({"gzip,a stream of compressed heartbeats", "zstd,a stream of heartbeats in zstd"})
    void shouldSendHeartbeatsThatGrowSomewhatLessThanTheServerLetsPass(String coding, String name) throws IOException {
        byte[] compressed = chunkOf(name);
        ByteArrayInputStream in = new ByteArrayInputStream(compressed);
        try (InputStream plain = coding.equals("zstd") ? new ZstdInputStream(in) : new GZIPInputStream(in)) {
            assertThat(plain.readAllBytes().length / (double) compressed.length).isBetween(120.0, 199.0);
        }
    }

    @Test
    void shouldShareOutAHundredPerCent() {
        assertThat(table.of("all", "streams", "sockets").stream()
                        .mapToInt(Script::share)
                        .sum())
                .isEqualTo(100);
    }
}
