package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a page of another site can have its visitor's browser do here. */
class ForeignPagesTest extends OverHttp {
    private static final String NEXT = DB + "/hilo/next?tag=orders";

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "anything", ""})
    void shouldBurnNoNumbersForAPageOfAnotherSite(String site) {
        Answer answer = server.get(NEXT, "Sec-Fetch-Site", site);

        answer.expect(403);
        assertThat(answer.text("Message")).contains("Sec-Fetch-Site: " + site).contains("--public-url");
        assertThat(next("tag=orders").number("Low")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "http://localhost:1", "file://", "no url at all"})
    void shouldBurnNoNumbersForAForeignOrigin(String origin) {
        Answer answer = server.get(NEXT, "Origin", origin);

        answer.expect(403);
        assertThat(answer.text("Message")).contains("'" + origin + "'");
        assertThat(next("tag=orders").number("Low")).isEqualTo(1);
    }

    /** Another program may serve the other scheme, or another port, of the same host. */
    @Test
    void shouldBurnNoNumbersForAPageOfTheSameHostByAnotherSchemeOrPort() {
        String own = server.url().getAuthority();
        String host = server.url().getHost();

        for (String origin : List.of("https://" + own, "http://" + host, "https://" + host, "ws://" + own, own)) {
            assertThat(server.get(NEXT, "Origin", origin).status()).as(origin).isEqualTo(403);
        }
        assertThat(server.get(NEXT, "Origin", "http://" + own).number("Low")).isEqualTo(1);
    }

    @Test
    void shouldDrawNoOperationNumbersForAForeignPage() {
        String target = DB + "/operations/next-operation-id";
        long before = server.get(target).number("Id");

        server.get(target, "Sec-Fetch-Site", "cross-site").expect(403);
        assertThat(server.get(target).number("Id")).isEqualTo(before + 1);
    }

    @Test
    void shouldLetNoForeignPageHideARequestInsideAnother() {
        String body = "{\"Requests\":[{\"Url\":\"/hilo/next\",\"Query\":\"?tag=orders\",\"Method\":\"GET\","
                + "\"Headers\":{\"Sec-Fetch-Site\":\"none\"}}]}";

        server.post(DB + "/multi_get", body, "Sec-Fetch-Site", "cross-site").expect(403);
        assertThat(next("tag=orders").number("Low")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"same-origin", "none"})
    void shouldAnswerItsOwnPagesAndItsVisitors(String site) {
        server.get(NEXT, "Sec-Fetch-Site", site).expect(201);
        server.put(DB + "/docs?id=users/1", "{}", "Sec-Fetch-Site", site, "Origin", server.url() + "")
                .expect(201);
    }

    @Test
    void shouldLetAPageOfAnotherSiteLinkToWhatOnlyReads() {
        server.get(DB + "/stats", "Sec-Fetch-Site", "cross-site").expect(200);
    }

    @Test
    void shouldOpenNoWebSocketForAForeignPage() throws IOException {
        assertThat(upgrade("Origin: http://evil.example\r\n")).isEqualTo(403);
        assertThat(upgrade("Sec-Fetch-Site: cross-site\r\n")).isEqualTo(403);
        assertThat(upgrade("")).isNotEqualTo(403);
    }

    private int upgrade(String headers) throws IOException {
        URI url = server.url();
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.getOutputStream()
                    .write(("GET " + DB + "/changes HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\n" + headers
                                    + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] status = socket.getInputStream().readNBytes(12);
            return Integer.parseInt(new String(status, 9, 3, StandardCharsets.US_ASCII));
        }
    }

    @Test
    void shouldKnowItsPagesByThePublicUrl() {
        restart(ServerSettings.builder(shared)
                .allowUnauthenticated(true)
                .publicUrl(URI.create("https://Ids.Example:443/")));

        server.get(NEXT, "Origin", "https://ids.example", "Sec-Fetch-Site", "same-origin")
                .expect(201);
        server.get(NEXT, "Origin", "https://ids.example:8443").expect(403);
        server.get(NEXT, "Origin", "http://ids.example").expect(403);
        server.get(NEXT, "Origin", "http://ids.example:443").expect(403);
    }
}
