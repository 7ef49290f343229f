package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a container's health check says of a server that is there, of one that is not, and of something else. */
@Timeout(60)
class HealthCommandTest {
    @TempDir
    private Path directory;

    private ServerSettings.Builder settings() {
        return ServerSettings.builder(directory.resolve("data")).port(0);
    }

    private static CommandRun health(MintmarkServer server, String... more) {
        return CommandRun.with(
                Map.of("MINTMARK_PORT", String.valueOf(server.url().getPort())), concat("health", more));
    }

    private static String[] concat(String first, String... more) {
        String[] all = new String[more.length + 1];
        all[0] = first;
        System.arraycopy(more, 0, all, 1, more.length);
        return all;
    }

    @Test
    void shouldFindAServerByItsVariables() {
        try (MintmarkServer server = MintmarkServer.start(settings().build())) {
            health(server).expect(0);
            health(server, "--host", "0.0.0.0").expect(0);
            CommandRun.of("health", "--port", String.valueOf(server.url().getPort()))
                    .expect(0);
        }
    }

    @Test
    void shouldAskOverTlsWhoeverSignedTheCertificate() throws Exception {
        Path file = KeytoolCertificate.make(directory, "server", "dns:ids.lan").store;
        TlsSettings tls = TlsSettings.of(file).withPassword(KeytoolCertificate.PASSWORD);
        try (MintmarkServer server = MintmarkServer.start(settings().tls(tls).build())) {
            health(server, "--certificate", file.toString()).expect(0);
            CommandRun plain = health(server).expect(1);
            assertThat(plain.err()).contains("answers HTTP/1.1 400");
        }
    }

    @Test
    void shouldSayThatNobodyAnswers() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        CommandRun nobody =
                CommandRun.of("health", "--port", String.valueOf(free)).expect(1);

        assertThat(nobody.err())
                .contains("No server answers at 127.0.0.1:" + free)
                .contains("--certificate");
    }

    @Test
    void shouldNotTakeAnyAnswerForHealth() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answers = new Thread(() -> answer(other), "other");
            answers.start();
            CommandRun overloaded = CommandRun.of("health", "--port", String.valueOf(other.getLocalPort()));
            answers.join();

            overloaded.expect(1);
            assertThat(overloaded.err()).contains("answers HTTP/1.1 503 Service Unavailable instead of 204");
        }
    }

    private static void answer(ServerSocket listening) {
        try (Socket socket = listening.accept()) {
            socket.getOutputStream()
                    .write("HTTP/1.1 503 Service Unavailable\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldSayThatTheLauncherPrepares() {
        CommandRun prepare = CommandRun.of("prepare").expect(1);

        assertThat(prepare.err()).contains("was started without it");
    }
}
