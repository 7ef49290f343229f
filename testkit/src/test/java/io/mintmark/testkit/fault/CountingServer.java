package io.mintmark.testkit.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that answers every whole request with how many there were; for tests of what stands before it. */
final class CountingServer implements AutoCloseable {
    private final ServerSocket listener;
    private final AtomicInteger requests = new AtomicInteger();

    CountingServer() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "counting-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                daemon(() -> answer(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void answer(Socket client) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            while (HttpMessage.request(in) != null) {
                String body = "request " + requests.incrementAndGet();
                String reply = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
                client.getOutputStream().write(reply.getBytes(US_ASCII));
            }
        } catch (IOException clientIsGone) {
            return;
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    int requests() {
        return requests.get();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
