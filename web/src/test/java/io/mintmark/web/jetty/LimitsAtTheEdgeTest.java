package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.mintmark.support.FairShare;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.body.GzipBody;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Overload;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsAtTheEdgeTest {
    @AutoClose
    private static HttpFront front;

    @BeforeAll
    static void start() {
        front = Fronts.start(Fronts.router(), Fronts.SMALL);
    }

    private static Wire.Answer ask(String request) throws Exception {
        return Wire.ask(front.address(), request);
    }

    private static String chunked(int bytes) {
        return Integer.toHexString(bytes) + "\r\n" + "x".repeat(bytes) + "\r\n0\r\n\r\n";
    }

    @Test
    void acceptsLineOfExactlyTheLimitAndRefusesOneByteMore() throws Exception {
        String filled = "/ping?" + "x".repeat(200 - "GET /ping?".length());

        ask(Fronts.get(filled)).expect(200);
        Wire.Answer refused = ask(Fronts.get(filled + "x")).expect(414);
        assertThat(refused.body()).contains("limit-line=200", "they have 201").contains("\"Url\":\"/ping?xxx");
    }

    @ParameterizedTest
    @ValueSource(ints = {1300, 3000, 100_000})
    void refusesFarTooLongLine(int length) throws Exception {
        Wire.Answer refused = ask(Fronts.get("/ping?" + "x".repeat(length)));

        refused.expect(414);
        assertThat(refused.body()).contains("limit-line=200");
    }

    @Test
    void acceptsHeadersOfExactlyTheLimitAndRefusesOneByteMore() throws Exception {
        int rest = 1000 - "Host: x\r\n".length() - "Big: \r\n".length();

        ask(headers(rest)).expect(200);
        Wire.Answer refused = ask(headers(rest + 1)).expect(431);
        assertThat(refused.body()).contains("limit-headers=1000", "they have 1001");
    }

    @ParameterizedTest
    @ValueSource(ints = {3000, 100_000})
    void refusesFarTooLargeHeaders(int bytes) throws Exception {
        Wire.Answer refused = ask(headers(bytes));

        refused.expect(431);
        assertThat(refused.body()).contains("limit-headers=1000");
    }

    private static String headers(int bytes) {
        return "GET /ping HTTP/1.1\r\nHost: x\r\nBig: " + "h".repeat(bytes) + "\r\n\r\n";
    }

    @Test
    void acceptsBodyOfExactlyTheLimit() throws Exception {
        String body = "x".repeat(5000);

        assertThat(ask(Fronts.post("/size", "Content-Length: 5000\r\n", body)).body())
                .isEqualTo("5000");
        assertThat(ask(Fronts.post("/size", "Transfer-Encoding: chunked\r\n", chunked(5000)))
                        .body())
                .isEqualTo("5000");
    }

    @Test
    void refusesPromiseOfTooLargeBodyBeforeItComesAndCloses() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            Wire.Answer refused = wire.send(Fronts.post("/size", "Content-Length: 5001\r\n", ""))
                    .answer();

            refused.expect(413);
            assertThat(refused.body()).contains("limit-body=5000", "it has 5001");
            assertThat(refused.headers()).containsEntry("Connection", "close");
            assertThat(wire.isClosedByServer()).isTrue();
        }
    }

    @Test
    void refusesChunkedBodyOneByteAboveTheLimit() throws Exception {
        Wire.Answer refused = ask(Fronts.post("/size", "Transfer-Encoding: chunked\r\n", chunked(5001)));

        refused.expect(413);
        assertThat(refused.body()).contains("limit-body=5000");
        assertThat(refused.headers()).containsEntry("Connection", "close");
    }

    @Test
    void acceptsInflatedBodyOfExactlyTheLimitAndRefusesOneByteMore() throws Exception {
        assertThat(inflated(5000).body()).isEqualTo("5000");
        inflated(5001).expect(413);
    }

    private static Wire.Answer inflated(int bytes) throws Exception {
        byte[] gzip = Fronts.gzip(new byte[bytes]);
        String head = "Content-Encoding: gzip\r\nContent-Length: " + gzip.length + "\r\n";
        return ask(Fronts.post("/size", head, new String(gzip, StandardCharsets.ISO_8859_1)));
    }

    @Test
    void refusesWhatInflatesBeyondTheLimitWithoutMakingRoomForIt() throws Exception {
        byte[] noise = new byte[300 << 10];
        new SplittableRandom(1).nextBytes(noise);
        byte[] bomb = Fronts.gzip(Arrays.copyOf(noise, 20 << 20));
        int bytesMax = 1 << 20;
        FairShare<InetAddress> memory = new FairShare<>(1L << 30, 1L << 30);
        MemoryClaim claim =
                new MemoryClaim(memory, InetAddress.getLoopbackAddress(), new AdmissionCounts(), Overload::noMemory);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        Assertions.assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> GzipBody.inflate(bomb, bytesMax, claim))
                .withMessageContaining("limit-body=1048576");

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4L * bytesMax);
    }

    @Test
    void refusesBombLongBeforeTheLimit() throws Exception {
        byte[] bomb = Fronts.gzip(new byte[50 << 20]);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        MemoryClaim claim = new MemoryClaim(
                new FairShare<>(1L << 30, 1L << 30),
                InetAddress.getLoopbackAddress(),
                new AdmissionCounts(),
                Overload::noMemory);
        long before = threads.getCurrentThreadAllocatedBytes();

        Assertions.assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> GzipBody.inflate(bomb, 64 << 20, claim))
                .withMessageContaining("200 times its " + bomb.length + " bytes");

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(230L * bomb.length);
    }

    @Test
    void inflatesSmallBodiesHoweverMuchTheyGrow() throws Exception {
        MemoryClaim claim = new MemoryClaim(
                new FairShare<>(1L << 30, 1L << 30),
                InetAddress.getLoopbackAddress(),
                new AdmissionCounts(),
                Overload::noMemory);

        assertThat(GzipBody.inflate(Fronts.gzip(new byte[1 << 20]), 2 << 20, claim))
                .hasSize(1 << 20);
    }
}
