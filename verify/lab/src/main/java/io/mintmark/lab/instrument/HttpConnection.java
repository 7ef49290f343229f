package io.mintmark.lab.instrument;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * One blocking connection to a server. The first request opens it, later ones use it again, and after a {@link #close}
 * the next one opens another.
 *
 * <p>Not thread-safe.
 */
public final class HttpConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int FOR_EVER = 0;
    private static final int RECEIVED_BYTES = 16 << 10;

    private final ServerAddress server;
    private final @Nullable InetSocketAddress from;
    private final int readPatienceMillis;
    private final boolean isWhole;
    private final RequestBuffer request = new RequestBuffer();
    private final ByteBuffer received = ByteBuffer.allocate(RECEIVED_BYTES);
    private ResponseReader reader = new ResponseReader();
    private @Nullable Socket socket;

    private HttpConnection(
            ServerAddress server, @Nullable InetSocketAddress from, int readPatienceMillis, boolean isWhole) {
        this.server = server;
        this.from = from;
        this.readPatienceMillis = readPatienceMillis;
        this.isWhole = isWhole;
    }

    /** Connects to {@code server} from an address of this machine; a reply must come within ten seconds. */
    public static HttpConnection from(String address, ServerAddress server) {
        return new HttpConnection(server, new InetSocketAddress(address, 0), PATIENCE_MILLIS, true);
    }

    /** The same with a patience of its own, and of replies only their beginnings are kept. */
    public static HttpConnection careless(String address, ServerAddress server, int patienceMillis) {
        return new HttpConnection(server, new InetSocketAddress(address, 0), patienceMillis, false);
    }

    /** Connects to the host and port of a URL, over TLS if it says so, and waits for replies as long as they take. */
    public static HttpConnection to(URI server) {
        return new HttpConnection(ServerAddress.of(server), null, FOR_EVER, true);
    }

    /** Connects to {@code server} and waits for replies as long as they take. */
    static HttpConnection to(InetSocketAddress server) {
        return new HttpConnection(ServerAddress.plain(server), null, FOR_EVER, true);
    }

    /** Sends a request with a body of ASCII and returns the status of its reply, which is read whole. */
    public int ask(String line, String body) throws IOException {
        head(line).number(body.length()).text("\r\n\r\n").text(body);
        write(request);
        return readReply();
    }

    private RequestBuffer head(String line) {
        return request.clear()
                .text(line)
                .text(" HTTP/1.1\r\nHost: localhost\r\n")
                .text(server.authorization())
                .text("Content-Length: ");
    }

    /** Sends a request and returns the body of its reply, which must have status 200. */
    public String text(String line) throws IOException {
        return require(200, line, "");
    }

    /** Sends a request and returns the body of its reply, which must have that status. */
    public String require(int status, String line, String body) throws IOException {
        int answered = ask(line, body);
        if (answered != status) {
            throw new IOException(
                    line + " must be answered " + status + " but was answered " + answered + ": " + body());
        }
        return body();
    }

    /** Sends a request and returns the body of its reply, which must be one of success. */
    public String require(String line, String body) throws IOException {
        int answered = ask(line, body);
        if (answered >= 300) {
            throw new IOException(line + " was answered " + answered + ": " + body());
        }
        return body();
    }

    /** Returns the body of the last reply. */
    public String body() {
        return reader.bodyStart();
    }

    /** Returns whether the server closes the connection after the last reply. */
    public boolean isClosing() {
        return reader.isClosing();
    }

    /** Returns the first field of that name in the last reply. */
    public Optional<String> field(String name) {
        return reader.field(name);
    }

    /** Sends the head of a request and a part of its body, as far as the server takes it. */
    public void sendUnfinished(String line, int length, int sent) throws IOException {
        Socket open = open();
        try {
            write(head(line).number(length).text("\r\n\r\n"));
            open.getOutputStream().write(new byte[sent]);
        } catch (SocketException e) {
            // The server refused it on the way, as it should.
        }
    }

    /** Sends bytes as they are. */
    void write(RequestBuffer bytes) throws IOException {
        ByteBuffer unsent = bytes.toSend();
        open().getOutputStream().write(unsent.array(), unsent.arrayOffset() + unsent.position(), unsent.remaining());
    }

    /** Waits for the next reply and returns its status. */
    public int readReply() throws IOException {
        while (!reader.read(received)) {
            int read = open().getInputStream().read(received.array());
            if (read < 0) {
                throw new EOFException("the server closed the connection instead of answering");
            }
            received.position(0).limit(read);
        }
        return reader.status();
    }

    /** Returns its socket, which is opened if need be. */
    public Socket open() throws IOException {
        Socket open = socket;
        if (open == null) {
            open = connect();
            socket = open;
            received.position(0).limit(0);
            reader = isWhole ? ResponseReader.whole() : new ResponseReader();
        }
        return open;
    }

    private Socket connect() throws IOException {
        Socket opened = new Socket();
        try {
            opened.setTcpNoDelay(true);
            opened.setSoTimeout(readPatienceMillis);
            if (from != null) {
                opened.bind(from);
            }
            opened.connect(server.socket(), PATIENCE_MILLIS);
            return server.tls().isEmpty()
                    ? opened
                    : encrypted(opened, server.tls().get());
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    private static Socket encrypted(Socket below, SSLContext tls) throws IOException {
        SSLSocket above = (SSLSocket) tls.getSocketFactory()
                .createSocket(below, below.getInetAddress().getHostAddress(), below.getPort(), true);
        above.startHandshake();
        return above;
    }

    @Override
    public void close() {
        Socket open = socket;
        socket = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }
}
