package io.mintmark.lab.hostile.cases;

import io.mintmark.lab.http.ResponseReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A client that sends what it likes and counts what comes back. It keeps its connection while the server does.
 *
 * <p>Not thread-safe.
 */
public final class Stranger implements AutoCloseable {
    private static final String DATABASE = "/databases/hostile/";
    private static final int PATIENCE_MILLIS = 15_000;
    private static final int SILENCE_MILLIS = 300;
    private static final long POUR_NANOS = 2_000_000_000L;
    private static final byte[] NOTHING = {};

    private final InetSocketAddress from;
    private final InetSocketAddress server;
    private final Tally tally;
    private final ByteBuffer received = ByteBuffer.allocate(64 << 10);
    private ResponseReader reader = new ResponseReader();
    private @Nullable Socket socket;

    public Stranger(String from, InetSocketAddress server, Tally tally) {
        this.from = new InetSocketAddress(from, 0);
        this.server = server;
        this.tally = tally;
    }

    /** Writes a body, as long as it likes. */
    @FunctionalInterface
    interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Asks for something of the hostile database; returns the status, or 0 if there was no reply. */
    int db(String method, String path, byte[] body, String... fields) {
        return server(method, DATABASE + path, body, fields);
    }

    int get(String path, String... fields) {
        return db("GET", path, NOTHING, fields);
    }

    int server(String method, String target, byte[] body, String... fields) {
        return exchange(
                head(method, target, fields) + "Content-Length: " + body.length + "\r\n\r\n", out -> out.write(body));
    }

    /** Asks with a body whose framing is up to {@code body}, after header fields that say how. */
    int framed(String method, String path, Body body, String... fields) {
        return exchange(head(method, DATABASE + path, fields) + "\r\n", body);
    }

    private static String head(String method, String target, String... fields) {
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String field : fields) {
            head.append(field).append("\r\n");
        }
        return head.toString();
    }

    private int exchange(String head, Body body) {
        try {
            boolean isSent = write(out -> {
                out.write(head.getBytes(StandardCharsets.ISO_8859_1));
                body.writeTo(out);
            });
            int status = readReply();
            tally.add(Integer.toString(status), reader.bodyStart());
            if (!isSent || reader.isClosing()) {
                close();
            }
            return status;
        } catch (IOException | RuntimeException e) {
            return failed(e);
        }
    }

    /** A server that refuses early closes before all is sent, and its reply can still be read. */
    private boolean write(Body request) throws IOException {
        OutputStream out = open().getOutputStream();
        try {
            request.writeTo(out);
            return true;
        } catch (IOException refusedOnTheWay) {
            return false;
        }
    }

    private int readReply() throws IOException {
        InputStream in = open().getInputStream();
        while (!reader.read(received)) {
            int read = in.read(received.array());
            if (read < 0) {
                throw new EOFException("closed");
            }
            received.position(0).limit(read);
        }
        return reader.status();
    }

    private int failed(Exception e) {
        tally.add(e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
        close();
        try {
            Thread.sleep(20);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    /** Sends bytes on a connection of their own, reads until the server is silent, and counts the first reply alone. */
    void pour(byte[]... pieces) {
        close();
        try {
            boolean isSent = write(out -> {
                for (byte[] piece : pieces) {
                    out.write(piece);
                }
            });
            tally.add(drained(), isSent ? "" : "closed before everything was sent");
        } catch (IOException e) {
            int ignored = failed(e);
        } finally {
            close();
        }
    }

    private String drained() throws IOException {
        Socket open = open();
        open.setSoTimeout(SILENCE_MILLIS);
        long end = System.nanoTime() + POUR_NANOS;
        String first = "";
        try {
            int read = open.getInputStream().read(received.array());
            first = read < 12 ? "closed" : new String(received.array(), 9, 3, StandardCharsets.ISO_8859_1);
            while (read >= 0 && System.nanoTime() < end) {
                read = open.getInputStream().read(received.array());
            }
        } catch (SocketTimeoutException silent) {
            return first.isEmpty() ? "silent" : first;
        }
        return first;
    }

    private Socket open() throws IOException {
        Socket open = socket;
        if (open == null) {
            open = new Socket();
            socket = open;
            open.setTcpNoDelay(true);
            open.setSoTimeout(PATIENCE_MILLIS);
            open.bind(from);
            open.connect(server, PATIENCE_MILLIS);
            reader = new ResponseReader();
            received.position(0).limit(0);
        }
        return open;
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
