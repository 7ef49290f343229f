package io.mintmark.cli.terminal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What answers a command asks for, and never comes. Without a bound the test would not end. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CallerTest {
    private static final byte[] HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
                    .getBytes(StandardCharsets.US_ASCII);

    private static Caller caller(int port) {
        CommandLine line = new CommandLine(CommandSpec.create());
        line.setDefaultValueProvider(new Variables(Map.of()));
        return new CallOptions().caller(line, URI.create("http://127.0.0.1:" + port), Duration.ofSeconds(5));
    }

    @Test
    void shouldGiveUpAServerThatSendsAHeadAndNothingElse() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Socket> accepted = CompletableFuture.supplyAsync(() -> begunAt(listening));
            Caller caller = caller(listening.getLocalPort());

            assertThatThrownBy(() -> caller.send(caller.request("/").GET().build(), BodyHandlers.ofString()))
                    .isInstanceOf(HttpTimeoutException.class)
                    .hasMessage("it began to answer, and did not end within 5 s");
            accepted.get().close();
        }
    }

    private static Socket begunAt(ServerSocket listening) {
        try {
            Socket accepted = listening.accept();
            int ignored = accepted.getInputStream().read(new byte[1 << 12]);
            accepted.getOutputStream().write(HEAD);
            return accepted;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
