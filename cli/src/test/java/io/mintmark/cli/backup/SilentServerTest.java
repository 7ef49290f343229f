package io.mintmark.cli.backup;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.cli.terminal.CallOptions;
import io.mintmark.cli.terminal.Caller;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.server.backup.BackupException;
import io.mintmark.server.backup.Pace;
import io.mintmark.storage.lifecycle.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A network that loses the server in the middle of a backup says nothing of it. Without a bound not even an interrupt
 * ends the wait, so the test has a thread of its own.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SilentServerTest {
    private static final byte[] BEGUN =
            "HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nPK"
                    .getBytes(StandardCharsets.US_ASCII);

    private static Caller caller(int port) {
        CommandLine line = new CommandLine(CommandSpec.create());
        line.setDefaultValueProvider(new Variables(Map.of()));
        return new CallOptions().caller(line, URI.create("http://127.0.0.1:" + port), Duration.ofSeconds(20));
    }

    @Test
    void shouldGiveUpAServerThatFallsSilent() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Socket> accepted = CompletableFuture.supplyAsync(() -> begunAt(listening));
            try (RunningServer server = new RunningServer(caller(listening.getLocalPort()), Duration.ofSeconds(1))) {
                Pace pace = new Pace(1 << 20, Ticker.SYSTEM, Sleeper.SYSTEM);

                assertThatThrownBy(() -> server.copyTo(OutputStream.nullOutputStream(), pace, Progress.NONE))
                        .isInstanceOf(BackupException.class)
                        .hasMessageContaining("cannot be read to its end (it sent nothing for 1 s)");
            }
            accepted.get().close();
        }
    }

    /** Answers a request, and then nothing more. */
    private static Socket begunAt(ServerSocket listening) {
        try {
            Socket accepted = listening.accept();
            int ignored = accepted.getInputStream().read(new byte[1 << 12]);
            accepted.getOutputStream().write(BEGUN);
            return accepted;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
