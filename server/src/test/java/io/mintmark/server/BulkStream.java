package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.web.jetty.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;

/** A bulk insert on a connection of its own, whose every byte and pause the test decides on. */
final class BulkStream implements AutoCloseable {
    private final Wire wire;

    private BulkStream(Wire wire) {
        this.wire = wire;
    }

    /** Connects and sends the head of a request without an end; {@code query} begins after the question mark. */
    static BulkStream open(TestServer server, String query, String... fields) throws IOException {
        URI url = server.url();
        return new BulkStream(Wire.to(new InetSocketAddress(url.getHost(), url.getPort()))).begin(query, fields);
    }

    /** The same from another address of this machine. */
    static BulkStream from(String host, TestServer server, String query) throws IOException {
        URI url = server.url();
        return new BulkStream(Wire.from(host, new InetSocketAddress(url.getHost(), url.getPort()))).begin(query);
    }

    /** Sends the head of a further request. */
    BulkStream begin(String query, String... fields) throws IOException {
        wire.send("POST /databases/shop/bulk_insert?" + query
                + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n" + String.join("", fields) + "\r\n");
        return this;
    }

    /** Sends a part of the body, as one chunk. */
    BulkStream send(String text) throws IOException {
        return send(text.getBytes(UTF_8));
    }

    BulkStream send(byte[] bytes) throws IOException {
        wire.send(Integer.toHexString(bytes.length) + "\r\n");
        wire.send(bytes);
        wire.send("\r\n");
        return this;
    }

    /** Sends a last part and leaves it at that: neither its own line end nor that of the body will follow. */
    BulkStream sendOpenEnded(String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        wire.send(Integer.toHexString(bytes.length) + "\r\n" + new String(bytes, ISO_8859_1));
        return this;
    }

    /** Sends the last part and the body's end in one go, so that both are there together. */
    BulkStream finish(String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        wire.send(Integer.toHexString(bytes.length) + "\r\n" + new String(bytes, ISO_8859_1) + "\r\n0\r\n\r\n");
        return this;
    }

    /** Ends the body as HTTP wants it. */
    BulkStream end() throws IOException {
        wire.send("0\r\n\r\n");
        return this;
    }

    Wire.Answer answer() throws IOException {
        return wire.answer();
    }

    boolean isClosedByServer() throws IOException {
        return wire.isClosedByServer();
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
