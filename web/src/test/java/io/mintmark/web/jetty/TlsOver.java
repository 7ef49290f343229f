package io.mintmark.web.jetty;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** TLS over a socket that a test goes on writing to by itself. */
final class TlsOver implements AutoCloseable {
    private final SSLSocket above;

    TlsOver(Socket below, SSLContext client) throws IOException {
        above = (SSLSocket) client.getSocketFactory().createSocket(below, "localhost", below.getPort(), false);
        above.startHandshake();
    }

    void send(String latin1) throws IOException {
        above.getOutputStream().write(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns what is there, after waiting for its beginning. */
    String read() throws IOException {
        byte[] buffer = new byte[16 << 10];
        int length = above.getInputStream().read(buffer);
        return new String(buffer, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        above.close();
    }
}
