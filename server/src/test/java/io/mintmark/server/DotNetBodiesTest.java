package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.mintmark.support.Eventually;
import io.mintmark.web.jetty.Wire;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests as RavenDB's .NET client shapes them from 7.0 on: every JSON body is zstd of the fastest level, chunked, in a
 * frame that does not say its size and never ends: its content is flushed, and the last block, which is empty, is not
 * sent. A bulk insert is flushed after each buffer. The shapes were read from the client's source, and are sent here by the
 * library itself.
 */
class DotNetBodiesTest {
    private static final String DB = "/databases/shop";
    private static final int LEVEL_FASTEST = 1;
    private static final String FIELDS = "Host: localhost\r\nRaven-Client-Version: 7.0.0\r\nContent-Encoding: zstd\r\n"
            + "Content-Type: application/json; charset=utf-8\r\nAccept-Encoding: gzip, br, zstd\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n";

    @AutoClose
    private TestServer server;

    @AutoClose
    private Wire wire;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        server = TestServer.start(directory);
        server.createDatabase("shop");
        URI url = server.url();
        wire = Wire.to(new InetSocketAddress(url.getHost(), url.getPort()));
    }

    private void begin(String method, String target) throws IOException {
        wire.send(method + " " + target + " HTTP/1.1\r\n" + FIELDS);
    }

    private void chunk(byte[] bytes) throws IOException {
        wire.send(Integer.toHexString(bytes.length) + "\r\n").send(bytes).send("\r\n");
    }

    private static byte[] zstd(String json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZstdOutputStream zstd = new ZstdOutputStream(bytes, LEVEL_FASTEST)) {
            zstd.write(json.getBytes(UTF_8));
            zstd.flush();
            return bytes.toByteArray();
        }
    }

    private Wire.Answer send(String method, String target, String json) throws IOException {
        begin(method, target);
        byte[] body = zstd(json);
        int half = body.length / 2;
        chunk(Arrays.copyOf(body, half));
        chunk(Arrays.copyOfRange(body, half, body.length));
        return wire.send("0\r\n\r\n").answer();
    }

    private static String put(int number) {
        return "{\"Id\":\"users/" + number + "\",\"ChangeVector\":null,\"Document\":{\"Name\":\"user " + number
                + "\",\"@metadata\":{\"@collection\":\"Users\",\"Raven-Clr-Type\":\"Shop.User, Shop\"}},\"Type\":\"PUT\"}";
    }

    @Test
    void shouldCreateStoreLoadConfigureAndDeleteOverOneConnection() throws Exception {
        send("PUT", "/admin/databases?name=net", "{\"DatabaseName\":\"net\",\"Settings\":{}}")
                .expect(201);
        String batch = "/databases/net/bulk_docs";
        send("POST", batch, "{\"Commands\":[" + put(1) + "," + put(2) + "],\"TransactionMode\":\"SingleNode\"}")
                .expect(201);
        Wire.Answer loaded = send("POST", "/databases/net/docs", "{\"Ids\":[\"users/1\",\"users/2\",\"users/3\"]}")
                .expect(200);
        assertThat(loaded.body()).contains("\"user 1\"", "\"user 2\"", "null");
        send("PUT", "/databases/net/admin/configuration/client", "{\"MaxNumberOfRequestsPerSession\":9}")
                .expect(204);
        send("DELETE", "/admin/databases", "{\"DatabaseNames\":[\"net\"],\"HardDelete\":true}")
                .expect(200);
    }

    @Test
    void shouldStoreABulkInsertWhileItsFrameIsStillOpen() throws Exception {
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        begin("POST", DB + "/bulk_insert?id=1&skipOverwriteIfUnchanged=false");
        try (ZstdOutputStream zstd = new ZstdOutputStream(made, LEVEL_FASTEST)) {
            zstd.write("[".getBytes(UTF_8));
            for (int i = 0; i < 500; i++) {
                zstd.write(((i == 0 ? "" : ",") + put(i)).getBytes(UTF_8));
                if (i % 50 == 49) {
                    zstd.flush();
                    chunk(made.toByteArray());
                    made.reset();
                    awaitStored(i);
                }
            }
            zstd.write("]".getBytes(UTF_8));
            zstd.flush();
            chunk(made.toByteArray());
        }

        wire.send("0\r\n\r\n").answer().expect(201);
        assertThat(server.get(DB + "/stats").integer("CountOfDocuments")).isEqualTo(500);
    }

    private void awaitStored(int number) {
        Eventually.until(
                "user " + number + " was flushed",
                () -> server.get(DB + "/docs?id=users/" + number).status() == 200);
    }

    @Test
    void shouldAnswerInZstdWhereThatIsAllTheClientReads() throws Exception {
        server.put(DB + "/docs?id=users/1", "{\"Name\":\"" + "Ada ".repeat(50_000) + "\"}");

        Wire.Answer answer = wire.send("GET " + DB + "/docs?id=users/1 HTTP/1.1\r\nHost: localhost\r\n"
                        + "Accept-Encoding: zstd\r\n\r\n")
                .answer();

        assertThat(answer.headers()).containsEntry("Content-Encoding", "zstd");
        assertThat(answer.bytes().length).isLessThan(5_000);
        assertThat(new String(new ZstdInputStream(new ByteArrayInputStream(answer.bytes())).readAllBytes(), UTF_8))
                .contains("Ada ".repeat(50_000));
    }
}
