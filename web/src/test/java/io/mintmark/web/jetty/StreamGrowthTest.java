package io.mintmark.web.jetty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.limits.Limits;
import io.mintmark.web.http.ApiException;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much of a compressed stream is inflated: as many times its bytes as of a body, and no more. */
class StreamGrowthTest {
    private final CountingReceiver receiver = new CountingReceiver();

    private HttpFront front(Limits.Sizes limits) {
        return Fronts.start(Fronts.router().addStream("POST", "/stream", (request, stop) -> receiver), limits);
    }

    private static Wire.Answer send(HttpFront front, String coding, byte[] body) throws IOException {
        try (Wire wire = Wire.to(front.address())) {
            wire.send(Fronts.post("/stream", "Content-Encoding: " + coding + "\r\nTransfer-Encoding: chunked\r\n", ""));
            wire.send(Integer.toHexString(body.length) + "\r\n" + new String(body, ISO_8859_1) + "\r\n0\r\n\r\n");
            return wire.answer();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldRefuseAStreamThatGrowsMoreThanABodyMay(String coding) throws Exception {
        byte[] bomb = Fronts.compressed(coding, new byte[64 << 20]);
        try (HttpFront front = front(Fronts.USUAL)) {
            Wire.Answer answer = send(front, coding, bomb);

            answer.expect(413);
            assertThat(answer.body())
                    .contains("must not grow to more than 200 times its")
                    .contains("send it uncompressed");
            assertThat(receiver.awaitFailure()).isInstanceOf(ApiException.class);
            assertThat(receiver.bytes.get())
                    .as("bytes inflated of %s", bomb.length)
                    .isGreaterThan(1 << 19)
                    .isLessThanOrEqualTo((1 << 20) + 200L * bomb.length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldReadMoreThanAnyBodyMayHaveWhereItGrowsLikeOne(String coding) throws Exception {
        byte[] long100 = Fronts.compressed(coding, Fronts.growing(400, 20_000));
        try (HttpFront front = front(Fronts.SMALL)) {
            assertThat(long100.length).isBetween(8_000_000 / 200, 8_000_000 / 50);

            assertThat(send(front, coding, long100).body()).isEqualTo("8000000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldNotLetWhatWasSentLongAgoPayForABomb(String coding) throws Exception {
        byte[] noise = new byte[1 << 20];
        new Random(17).nextBytes(noise);
        byte[] bomb = Fronts.compressed(coding, noise, new byte[16 << 20]);
        try (HttpFront front = front(Fronts.SMALL)) {
            Wire.Answer answer = send(front, coding, bomb);

            answer.expect(413);
            assertThat(receiver.bytes.get()).isLessThan(8 << 20);
        }
    }
}
