package io.mintmark.lab.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.process.SelfSigned;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.TlsSettings;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lab's two ways to speak TLS, with a server that does. */
class TlsPipeTest {
    @TempDir
    static Path directory;

    private static MintmarkServer server;

    @BeforeAll
    static void start() throws IOException {
        SelfSigned own = SelfSigned.make(directory.resolve("certificate"));
        server = MintmarkServer.start(ServerSettings.builder(directory.resolve("data"))
                .port(0)
                .tls(TlsSettings.of(own.certificate()).withKey(own.key()))
                .build());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static SSLContext tls() {
        return ServerAddress.of(server.url()).tls().orElseThrow();
    }

    @Test
    void shouldAskByABlockingConnection() throws IOException {
        try (HttpConnection connection = HttpConnection.to(server.url())) {
            assertThat(connection.text("GET /build/version")).contains("ProductVersion");
            assertThat(connection.ask("GET /databases", "")).isEqualTo(200);
        }
    }

    @Test
    void shouldAskThroughAPipe() throws IOException {
        TlsPipe pipe = new TlsPipe(tls());
        try (Socket socket = new Socket(server.url().getHost(), server.url().getPort())) {
            socket.getOutputStream().write(pipe.begin());
            StringBuilder said = new StringBuilder();
            boolean asked = false;
            while (said.indexOf("ProductVersion") < 0) {
                said.append(next(pipe, socket));
                socket.getOutputStream().write(pipe.answer());
                if (pipe.stands() && !asked) {
                    asked = true;
                    byte[] request = Script.ascii(Script.head("GET /build/version", ""));
                    socket.getOutputStream().write(pipe.encrypt(request));
                }
            }
            assertThat(said).startsWith("HTTP/1.1 200");
        }
    }

    private static CharSequence next(TlsPipe pipe, Socket socket) throws IOException {
        byte[] bytes = new byte[1000];
        int length = socket.getInputStream().read(bytes);
        return StandardCharsets.UTF_8.decode(pipe.decrypt(ByteBuffer.wrap(bytes, 0, length)));
    }

    @Test
    void shouldAttackHandshakesByHelloesThatAServerAnswers() throws IOException {
        List<Script> scripts = new ScriptTable(100, Optional.of(tls())).of("handshakes");
        Script hello = scripts.stream()
                .filter(script -> script.name().equals("hello after hello"))
                .findFirst()
                .orElseThrow();
        try (Socket socket = new Socket(server.url().getHost(), server.url().getPort())) {
            socket.getOutputStream().write(hello.opening(1));
            // A server hello: the server has done its part.
            assertThat(socket.getInputStream().read()).isEqualTo(22);
        }
        assertThat(scripts).allMatch(Script::raw);
    }
}
