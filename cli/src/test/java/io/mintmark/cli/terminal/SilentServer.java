package io.mintmark.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A server that begins to answer one request, and then says nothing more, as one that a network lost. */
public final class SilentServer implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final CompletableFuture<Socket> accepted;

    /** Answers by {@code begun}. */
    public SilentServer(String begun) throws IOException {
        accepted = CompletableFuture.supplyAsync(() -> begin(begun));
    }

    private Socket begin(String begun) {
        try {
            Socket client = listening.accept();
            int ignored = client.getInputStream().read(new byte[1 << 12]);
            client.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
            return client;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what calls it as commands do. */
    public Caller caller(Duration patience) {
        CommandLine line = new CommandLine(CommandSpec.create());
        line.setDefaultValueProvider(new Variables(Map.of()));
        URI url = URI.create("http://127.0.0.1:" + listening.getLocalPort());
        return new CallOptions().caller(line, url, patience);
    }

    @Override
    public void close() throws IOException {
        accepted.join().close();
        listening.close();
    }
}
