package io.mintmark.testkit.fault;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;

/** One connection of the proxy to the server. */
final class UpstreamConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final InputStream in;
    private final Set<UpstreamConnection> open;

    /** Connects, and is one of {@code open} until it is closed. */
    UpstreamConnection(InetSocketAddress server, Set<UpstreamConnection> open) throws IOException {
        this.open = open;
        socket = new Socket();
        try {
            socket.connect(server, TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        open.add(this);
    }

    HttpMessage ask(HttpMessage request) throws IOException {
        send(request);
        return reply(request);
    }

    void send(HttpMessage request) throws IOException {
        socket.getOutputStream().write(request.bytes());
        socket.getOutputStream().flush();
    }

    HttpMessage reply(HttpMessage request) throws IOException {
        return HttpMessage.reply(in, request);
    }

    /** Sends the first half of a request, and resets the connection. */
    void askHalf(HttpMessage request) throws IOException {
        socket.getOutputStream().write(request.bytes(), 0, request.half());
        socket.getOutputStream().flush();
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        open.remove(this);
        socket.close();
    }
}
