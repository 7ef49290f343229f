package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A connection whose every byte the test decides on. */
public final class Wire implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;

    /** One answer read from the connection; names of header fields ignore case. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares answers
    public record Answer(int status, Map<String, String> headers, byte[] bytes) {
        public String body() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        /** Returns this if it has that status, and fails with what was answered instead. */
        public Answer expect(int wanted) {
            assertThat(status).as("%s", body()).isEqualTo(wanted);
            return this;
        }
    }

    private Wire(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    public static Wire to(InetSocketAddress address) throws IOException {
        return connect(new Socket(), address);
    }

    /** Speaks TLS of that {@code protocol} by {@code context}, and returns when the handshake is done. */
    public static Wire encrypted(InetSocketAddress address, SSLContext context, String protocol) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
        socket.setEnabledProtocols(new String[] {protocol});
        Wire wire = connect(socket, address);
        socket.startHandshake();
        return wire;
    }

    /** Connects from another address of this machine. */
    public static Wire from(String host, InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(host, 0));
        return connect(socket, address);
    }

    /** Connects with so little room for what comes that whoever does not read is soon noticed. */
    static Wire narrow(InetSocketAddress address) throws IOException {
        return narrow("127.0.0.1", address);
    }

    /** Connects likewise, from another address of this machine. */
    static Wire narrow(String host, InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(host, 0));
        socket.setReceiveBufferSize(4096);
        return connect(socket, address);
    }

    private static Wire connect(Socket socket, InetSocketAddress address) throws IOException {
        socket.connect(address, 10_000);
        socket.setSoTimeout(15_000);
        socket.setTcpNoDelay(true);
        return new Wire(socket);
    }

    public static Answer ask(InetSocketAddress address, String request) throws IOException {
        try (Wire wire = to(address)) {
            return wire.send(request).answer();
        }
    }

    public Wire send(String latin1) throws IOException {
        return send(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    public Wire send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Returns the socket, which is a TLS one if the wire is encrypted. */
    Socket socket() {
        return socket;
    }

    public Answer answer() throws IOException {
        return answer(true);
    }

    public Answer answer(boolean hasBody) throws IOException {
        String statusLine = line();
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.merge(line.substring(0, colon), line.substring(colon + 1).strip(), (a, b) -> a + ", " + b);
        }
        int status = Integer.parseInt(statusLine.split(" ", 3)[1]);
        return new Answer(status, headers, hasBody ? body(headers) : new byte[0]);
    }

    /** Returns the next {@code count} bytes, fewer at the end of the connection. */
    public byte[] read(int count) throws IOException {
        return in.readNBytes(count);
    }

    public boolean isClosedByServer() throws IOException {
        return in.read() < 0;
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        if (!"chunked".equalsIgnoreCase(headers.get("Transfer-Encoding"))) {
            return in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            byte[] chunk = in.readNBytes(size);
            if (chunk.length < size) {
                throw new EOFException("cut inside a chunk");
            }
            body.write(chunk);
            line();
        }
        line();
        return body.toByteArray();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("closed after: " + line);
            }
            line.append((char) b);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
