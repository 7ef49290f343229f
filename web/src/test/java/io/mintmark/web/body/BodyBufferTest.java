package io.mintmark.web.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.FairShare;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.http.Overload;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyBufferTest {
    private static final int LIMIT = 64 << 20;
    private static final int ARRIVING = 8 << 10;

    private final FairShare<InetAddress> memory = new FairShare<>(LIMIT, LIMIT);

    @ParameterizedTest
    @ValueSource(ints = {1, 8_192, 100_000, 1_000_000, 20_000_000})
    void shouldClaimLittleMoreThanArrived(int length) {
        byte[] body = new byte[length];
        new Random(length).nextBytes(body);
        MemoryClaim claim =
                new MemoryClaim(memory, InetAddress.getLoopbackAddress(), new AdmissionCounts(), Overload::noMemory);
        BodyBuffer buffer = new BodyBuffer(LIMIT, 0, claim);
        for (int at = 0; at < length; at += ARRIVING) {
            byte[] piece = Arrays.copyOfRange(body, at, Math.min(length, at + ARRIVING));
            buffer.append(ByteBuffer.wrap(piece));
        }

        assertThat(memory.taken()).isLessThanOrEqualTo(length + length / 4 + ARRIVING);
        assertThat(buffer.bytes()).isEqualTo(body);
    }
}
