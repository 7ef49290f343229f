package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStream;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.web.jetty.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk inserts that want the server to work for nothing, and what others get beside them. */
@Timeout(120)
class HostileBulkInsertsTest {
    private static final String DB = "/databases/shop";
    private static final String COMMAND = "{\"Id\":\"things/1\",\"Type\":\"PUT\",\"Document\":{}}";
    private static final String SPACE = " ".repeat(16 << 10);

    @AutoClose
    private final Opened opened = new Opened();

    @TempDir
    private Path directory;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.start(directory);
        server.createDatabase("shop");
    }

    private BulkStream open(long id, String... fields) throws IOException {
        return opened.add(BulkStream.open(server, "id=" + id, fields));
    }

    private static byte[] compressed(String coding, String begin, String again, int times) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = coding.equals("zstd") ? new ZstdOutputStream(bytes) : new GZIPOutputStream(bytes)) {
            out.write(begin.getBytes(UTF_8));
            for (int i = 0; i < times; i++) {
                out.write(again.getBytes(UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    private void assertStored(long id) {
        server.get(DB + "/docs?id=things/1").expect(200);
        assertThat(server.get(DB + "/operations/state?id=" + id).text("Status")).isEqualTo("Faulted");
    }

    @Test
    void shouldRefuseWhiteSpaceWithoutEndAndStoreWhatCameBefore() throws Exception {
        BulkStream stream = open(5).send("[" + COMMAND);
        for (int i = 0; i < 5; i++) {
            stream.send(SPACE);
        }

        Wire.Answer answer = stream.answer();

        answer.expect(400);
        assertThat(answer.body())
                .contains("System.ArgumentException")
                .contains("at most 65536 bytes of white space")
                .contains("HeartBeat")
                .contains("Stored before that: 1 document.");
        assertStored(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldRefuseCompressedWhiteSpaceWithoutEnd(String coding) throws Exception {
        Wire.Answer answer = open(5, "Content-Encoding: " + coding + "\r\n")
                .send(compressed(coding, "[" + COMMAND, SPACE, 4_096))
                .answer();

        answer.expect(400);
        assertThat(answer.body())
                .contains("at most 65536 bytes of white space")
                .contains("Stored before that: 1 document.");
        assertStored(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldRefuseHeartbeatsThatGrowMoreThanABodyMay(String coding) throws Exception {
        Wire.Answer answer = open(5, "Content-Encoding: " + coding + "\r\n")
                .send(compressed(coding, "[" + COMMAND, ",{\"Type\":\"HeartBeat\"}", 1_000_000))
                .answer();

        answer.expect(413);
        assertThat(answer.body()).contains("200 times its").contains("Stored before that: 1 document.");
        assertStored(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "]", "[]", " \n {}", ",", "\u0000"})
    void shouldRefuseWhatFollowsTheArrayAndStoreWhatCameBefore(String behind) throws Exception {
        Wire.Answer answer = open(5).send("[" + COMMAND + "]" + behind).answer();

        answer.expect(400);
        assertThat(answer.body()).contains("Nothing but white space may follow", "Stored before that: 1 document.");
        assertStored(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldRefuseWhatFollowsTheCompressionAndStoreWhatCameBefore(String coding) throws Exception {
        byte[] whole = compressed(coding, "[" + COMMAND + "]", "", 0);
        for (String behind : List.of("\u0000", "xyz", "GET / HTTP/1.1\r\n\r\n")) {
            Wire.Answer answer = open(5, "Content-Encoding: " + coding + "\r\n")
                    .send(joined(whole, behind.getBytes(UTF_8)))
                    .end()
                    .answer();

            assertThat(answer.status()).as(behind).isEqualTo(400);
            assertThat(answer.body())
                    .contains("is not the " + coding + " that its header promises", "Stored before that: 1 document.");
            assertStored(5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void shouldRefuseAFurtherPartOfTheCompressionThatHoldsMoreThanWhiteSpace(String coding) throws Exception {
        byte[] whole = compressed(coding, "[" + COMMAND + "]", "", 0);

        Wire.Answer blank = open(5, "Content-Encoding: " + coding + "\r\n")
                .send(joined(whole, compressed(coding, " \r\n", "", 0)))
                .end()
                .answer();
        Wire.Answer more = open(6, "Content-Encoding: " + coding + "\r\n")
                .send(joined(whole, compressed(coding, "[]", "", 0)))
                .end()
                .answer();

        blank.expect(201);
        more.expect(400);
        assertThat(more.body()).contains("goes on behind its end", "Stored before that: 1 document.");
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    @Test
    void shouldTakeHeartbeatsOneByOneForAsLongAsTheyCome() throws Exception {
        BulkStream stream = open(5).send("[" + COMMAND);
        for (int i = 0; i < 20; i++) {
            stream.send(SPACE.substring(1) + ",{\"Type\":\"HeartBeat\"}");
        }
        stream.finish("]").answer().expect(201);
    }

    /** Returns six megabytes, which are dozens of slices, and grow less than a body may. */
    private static String heartbeats() {
        Random random = new Random(7);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 1_500; i++) {
            all.append(",{\"Type\":\"HeartBeat\",\"a\":")
                    .append(random.nextLong())
                    .append('}');
            all.append(",{\"Type\":\"HeartBeat\"}".repeat(100));
        }
        return all.toString();
    }

    /** It rests for 2 ms after the first slice, for 4 ms after the second, and so on: for 0.8 s together after 28. */
    @Test
    void shouldReadAStreamLessAndLessOftenThatOnlyKeepsItselfOpen() throws Exception {
        String last = "," + COMMAND.replace("things/1", "things/2") + "]";
        byte[] body = compressed("gzip", "[" + COMMAND + heartbeats() + last, "", 0);
        BulkStream stream = open(5, "Content-Encoding: gzip\r\n");
        long begun = System.nanoTime();

        Wire.Answer answer = stream.send(body).answer();

        answer.expect(201);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(800));
        assertThat(server.get(DB + "/docs?id=things/2").status())
                .as("what came after them")
                .isEqualTo(200);
    }

    @Test
    void shouldKnowAHeartbeatHoweverItIsWritten() throws Exception {
        BulkStream stream = open(5).send(
                        "[{\"Type\":\"HeartBeat\"}, { \"Type\" : \"HeartBeat\" },{\"Type\":\"HeartBeat\",\"Id\":null},")
                .send("{\"Type\":\"\\u0048eartBeat\"}," + COMMAND);

        stream.finish("]").answer().expect(201);
        server.get(DB + "/docs?id=things/1").expect(200);
    }

    @Test
    void shouldLeaveItsPlaceToOthersWhileItWaitsForTheDisk() throws Exception {
        assertThat(server.put(DB + "/docs?id=there", "{}").status())
                .as("the database is open")
                .isEqualTo(201);
        int streamsAtOnce = 4 * Math.max(2, Runtime.getRuntime().availableProcessors());
        List<BulkStream> streams = new ArrayList<>();
        try (HeldUpWriter writer = HeldUpWriter.of(directory.resolve("database-1.sqlite"))) {
            for (int i = 0; i < streamsAtOnce; i++) {
                streams.add(open(10 + i).send("[" + COMMAND));
            }
            for (int i = 0; i < streamsAtOnce; i++) {
                awaitBegun(10 + i);
            }

            assertThat(server.get(DB + "/docs?startsWith=there&pageSize=100").status())
                    .as("a list, which waits among them for its turn")
                    .isEqualTo(200);
            writer.letGo();
        }
        for (BulkStream stream : streams) {
            stream.finish("]").answer().expect(201);
        }
    }

    private void awaitBegun(long id) {
        Eventually.until(
                "it has begun",
                () -> server.get(DB + "/operations/state?id=" + id).status() == 200);
    }
}
