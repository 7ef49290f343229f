package io.mintmark.lab.attack;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One blocking connection of a good client, kept from request to request and opened again when it broke. */
final class HttpWire implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final InetSocketAddress server;
    private final String from;
    private final ByteArrayOutputStream last = new ByteArrayOutputStream();
    private @Nullable Socket socket;
    private @Nullable DataInputStream in;

    HttpWire(InetSocketAddress server, String from) {
        this.server = server;
        this.from = from;
    }

    /** Sends a request and returns the status of its reply, whose body is read and forgotten but for {@link #lastBody}. */
    int ask(String line, String body) throws IOException {
        last.reset();
        return read(line, body, last);
    }

    /** Returns the body of the last reply. */
    String lastBody() {
        return last.toString(StandardCharsets.UTF_8);
    }

    /** Sends a request and returns the body of its reply. */
    String text(String line) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int status = read(line, "", body);
        if (status != 200) {
            throw new IOException(line + " was answered " + status);
        }
        return body.toString(StandardCharsets.UTF_8);
    }

    /** Sends the head of a request and a part of its body, as far as the server takes it. */
    void sendUnfinished(String line, int length, int sent) throws IOException {
        Socket open = open();
        socket = open;
        try {
            open.getOutputStream().write(Script.ascii(Script.head(line, "Content-Length: " + length + "\r\n")));
            open.getOutputStream().write(new byte[sent]);
        } catch (SocketException e) {
            // The server refused it on the way, as it should.
        }
    }

    private int read(String line, String body, ByteArrayOutputStream into) throws IOException {
        Socket open = socket;
        DataInputStream from = in;
        if (open == null || from == null) {
            open = open();
            from = new DataInputStream(new java.io.BufferedInputStream(open.getInputStream()));
            socket = open;
            in = from;
        }
        String request = Script.head(line, "Content-Length: " + body.length() + "\r\n") + body;
        open.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return readReply(from, into);
    }

    private Socket open() throws IOException {
        Socket opened = new Socket();
        opened.setTcpNoDelay(true);
        opened.setSoTimeout(PATIENCE_MILLIS);
        opened.bind(new InetSocketAddress(from, 0));
        opened.connect(server, PATIENCE_MILLIS);
        return opened;
    }

    private static int readReply(DataInputStream from, ByteArrayOutputStream into) throws IOException {
        int status = Integer.parseInt(line(from).split(" ", 3)[1]);
        int length = 0;
        boolean chunked = false;
        for (String field = line(from); !field.isEmpty(); field = line(from)) {
            if (field.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(field.substring(15).strip());
            }
            chunked |= field.equalsIgnoreCase("Transfer-Encoding: chunked");
        }
        if (!chunked) {
            into.write(from.readNBytes(length));
            return status;
        }
        for (int size = Integer.parseInt(line(from), 16); size > 0; size = Integer.parseInt(line(from), 16)) {
            into.write(from.readNBytes(size));
            String ignored = line(from);
        }
        String ignored = line(from);
        return status;
    }

    private static String line(DataInputStream from) throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int b = from.read(); b != '\n'; b = from.read()) {
            if (b < 0) {
                throw new EOFException("closed within a reply");
            }
            line.append((char) b);
        }
        return line.toString().strip();
    }

    @Override
    public void close() {
        Socket open = socket;
        socket = null;
        in = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }
}
