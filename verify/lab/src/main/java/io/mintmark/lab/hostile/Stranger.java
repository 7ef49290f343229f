package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.ServerAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

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

    private final HttpConnection connection;
    private final Tally tally;
    private final byte[] scratch = new byte[64 << 10];

    public Stranger(String from, InetSocketAddress server, Tally tally) {
        this.connection = HttpConnection.careless(from, ServerAddress.plain(server), PATIENCE_MILLIS);
        this.tally = tally;
    }

    /**
     * Asks for something of the hostile database, or of the server if the path begins with a slash; returns the status,
     * or 0 if there was no reply. A body that is framed says by itself how long it is.
     */
    int ask(String method, String path, byte[] body, boolean isFramed, String... fields) {
        StringBuilder head = new StringBuilder(method)
                .append(path.startsWith("/") ? " " : " " + DATABASE)
                .append(path)
                .append(" HTTP/1.1\r\nHost: localhost\r\n");
        for (String field : fields) {
            head.append(field).append("\r\n");
        }
        head.append(isFramed ? "" : "Content-Length: " + body.length + "\r\n").append("\r\n");
        try {
            boolean isSent = isSent(head.toString().getBytes(StandardCharsets.ISO_8859_1), body);
            int status = connection.readReply();
            tally.add(Integer.toString(status), connection.body());
            if (!isSent || connection.isClosing()) {
                close();
            }
            return status;
        } catch (IOException | RuntimeException e) {
            return failed(e);
        }
    }

    /** A server that refuses early closes before all is sent, and its reply can still be read. */
    private boolean isSent(byte[] head, byte[] body) throws IOException {
        OutputStream out = connection.open().getOutputStream();
        try {
            out.write(head);
            out.write(body);
            return true;
        } catch (IOException refusedOnTheWay) {
            return false;
        }
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
    void pour(byte[] bytes) {
        close();
        try {
            boolean isSent = isSent(NOTHING, bytes);
            tally.add(drained(), isSent ? "" : "closed before everything was sent");
        } catch (IOException e) {
            int ignored = failed(e);
        } finally {
            close();
        }
    }

    private String drained() throws IOException {
        Socket open = connection.open();
        open.setSoTimeout(SILENCE_MILLIS);
        InputStream in = open.getInputStream();
        long end = System.nanoTime() + POUR_NANOS;
        String first = "";
        try {
            int read = in.read(scratch);
            first = read < 12 ? "closed" : new String(scratch, 9, 3, StandardCharsets.ISO_8859_1);
            while (read >= 0 && System.nanoTime() < end) {
                read = in.read(scratch);
            }
        } catch (SocketTimeoutException silent) {
            return first.isEmpty() ? "silent" : first;
        }
        return first;
    }

    @Override
    public void close() {
        connection.close();
    }
}
