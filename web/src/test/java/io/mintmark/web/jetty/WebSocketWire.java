package io.mintmark.web.jetty;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A WebSocket whose every frame the test decides on; nothing is answered by itself. */
public final class WebSocketWire implements AutoCloseable {
    static final int TEXT = 1;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;
    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int TWO_BYTES = 126;

    private final Wire wire;

    /** One frame that came. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares frames
    record Frame(int opCode, byte[] payload) {
        String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        int closeCode() {
            return ByteBuffer.wrap(payload).getShort();
        }

        /** Returns code and reason of an end, a space between. */
        String end() {
            return closeCode() + " " + closeReason();
        }

        String closeReason() {
            return new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
        }
    }

    private WebSocketWire(Wire wire) {
        this.wire = wire;
    }

    static String handshake(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    }

    /** Opens a WebSocket with so little room for what comes that a client that does not read is soon noticed. */
    public static WebSocketWire open(InetSocketAddress address, String target) throws IOException {
        return open(Wire.narrow(address), handshake(target));
    }

    /** Does the same from another address of this machine. */
    public static WebSocketWire open(String host, InetSocketAddress address, String target) throws IOException {
        return open(Wire.narrow(host, address), handshake(target));
    }

    static WebSocketWire open(Wire wire, String handshake) throws IOException {
        Wire.Answer answer = wire.send(handshake).answer(false);
        if (answer.status() != 101) {
            throw new AssertionError("no upgrade: " + answer.status() + " " + answer.headers());
        }
        return new WebSocketWire(wire);
    }

    public WebSocketWire text(String text) throws IOException {
        return send(FINAL | TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a frame, masked by zeros, which change nothing. */
    WebSocketWire send(int firstByte, byte[] payload) throws IOException {
        wire.send(frame(firstByte, payload));
        return this;
    }

    static byte[] frame(int firstByte, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 8).put((byte) firstByte);
        if (payload.length < TWO_BYTES) {
            frame.put((byte) (MASKED | payload.length));
        } else {
            frame.put((byte) (MASKED | TWO_BYTES)).putShort((short) payload.length);
        }
        frame.put(new byte[4]).put(payload);
        return Arrays.copyOf(frame.array(), frame.position());
    }

    WebSocketWire ping(String payload) throws IOException {
        return send(FINAL | PING, payload.getBytes(StandardCharsets.UTF_8));
    }

    WebSocketWire pong() throws IOException {
        return send(FINAL | PONG, new byte[0]);
    }

    Wire raw() {
        return wire;
    }

    /** Returns the next frame, whatever it is. */
    Frame next() throws IOException {
        byte[] head = wire.read(2);
        if (head.length < 2) {
            throw new EOFException("the connection ended without a frame");
        }
        int length = head[1] & 0x7F;
        if (length == TWO_BYTES) {
            length = ByteBuffer.wrap(wire.read(2)).getShort() & 0xFFFF;
        } else if (length > TWO_BYTES) {
            length = (int) ByteBuffer.wrap(wire.read(8)).getLong();
        }
        return new Frame(head[0] & 0x0F, wire.read(length));
    }

    /** Returns the next frame of that kind; others are passed over. */
    Frame next(int opCode) throws IOException {
        Frame frame = next();
        while (frame.opCode() != opCode) {
            frame = next();
        }
        return frame;
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
