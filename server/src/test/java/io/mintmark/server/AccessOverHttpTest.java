package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers that are let in, and the names by which they may call. */
class AccessOverHttpTest extends OverHttp {
    @TempDir
    Path directory;

    @Test
    void shouldAnswerOnlyToHostsItKnows() throws IOException {
        int port = server.url().getPort();
        assertThat(raw("GET", "localhost:" + port, "")).isEqualTo(200);
        assertThat(raw("GET", "evil.example:" + port, "")).isEqualTo(403);
        assertThat(raw("GET", "127.0.0.1.evil.example", "")).isEqualTo(403);
        assertThat(raw("PUT", "localhost", "Origin: http://evil.example\r\n")).isEqualTo(403);
        assertThat(raw("PUT", "localhost", "Origin: null\r\n")).isEqualTo(403);
        assertThat(raw("PUT", "localhost", "Origin: http://localhost\r\n")).isNotEqualTo(403);
        assertThat(raw("GET", "localhost", "Origin: http://evil.example\r\n")).isEqualTo(200);

        restart(ServerSettings.builder(shared).allowedHosts(Set.of("Ids.Example")));
        assertThat(raw("GET", "ids.example:99", "")).isEqualTo(200);
    }

    /** Only names can be pointed elsewhere, so a server that others reach takes every address, and no name it was not told. */
    @Test
    void shouldAnswerToEveryAddressAndToNoNameThatOnlyEndsLikeOne() throws IOException {
        restart(ServerSettings.builder(shared).host("0.0.0.0").allowUnauthenticated(true));

        for (String address : List.of("192.0.2.7", "127.0.0.1:99", "[2001:db8::7]", "[::1]:80", "localhost")) {
            assertThat(raw("GET", address, "")).as(address).isEqualTo(200);
        }
        for (String name : List.of(
                "evil1", "evil.example.x1:80", "a.0x7f", "0x7f.1", "2130706433", "0177.0.0.1", "127.1", "127.0.0.1.")) {
            assertThat(raw("GET", name, "")).as(name).isEqualTo(403);
        }
        // The transport may refuse the rest before the gate does.
        for (String other : List.of("[evil1]", "[::1]x1", "[::1", "%31%32%37.0.0.1", "192.0.2.7@evil1", "evil1:1:1")) {
            assertThat(raw("GET", other, "")).as(other).isIn(400, 403);
        }
        assertThat(raw("GET", "evil1", "X-Forwarded-Host: localhost\r\nForwarded: host=localhost\r\n"))
                .isEqualTo(403);
    }

    private int raw(String method, String host, String headers) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.url().getPort())) {
            String target = method.equals("GET") ? "/databases" : "/admin/databases?name=other";
            socket.getOutputStream()
                    .write((method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers
                                    + "Content-Length: 0\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(reply.split(" ", 3)[1]);
        }
    }

    @Test
    void shouldNotListenBeyondLoopbackWithoutConsent() {
        assertThatThrownBy(() -> MintmarkServer.start(ServerSettings.builder(directory.resolve("open"))
                        .host("0.0.0.0")
                        .port(0)
                        .build()))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("--allow-unauthenticated");
    }

    @Test
    void shouldEchoTheUrlThatAClientUsedOrTheOneConfigured() {
        assertThat(topologyUrl()).isEqualTo(server.url().toString());

        restart(ServerSettings.builder(shared)
                .allowUnauthenticated(true)
                .publicUrl(URI.create("https://ids.example:8443/")));
        assertThat(topologyUrl()).isEqualTo("https://ids.example:8443");
    }

    private String topologyUrl() {
        return server.get("/topology?name=shop")
                .path("Nodes")
                .path(0)
                .path("Url")
                .asText();
    }
}
