package io.mintmark.lab.attack;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A client of a {@link Flood}: well-behaved on the wire, sent again and again without a pause. */
final class FloodPeer extends Peer {
    private static final byte[] END_OF_CHUNKS = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Flood flood;
    private final StringBuilder head = new StringBuilder(512);
    private boolean busy;
    private long sentNanos;
    private int status;
    private boolean chunked;
    private long left;
    private int matched;

    FloodPeer(InetSocketAddress server, String from, Flood flood) {
        super(server, from, 0, true);
        this.flood = flood;
    }

    boolean isIdle() {
        return isOpen() && !busy;
    }

    void ask(byte[] request, long nowNanos) {
        busy = true;
        sentNanos = nowNanos;
        head.setLength(0);
        status = 0;
        send(request);
    }

    @Override
    void connected(long nowNanos) {
        busy = false;
        flood.idle(this);
    }

    @Override
    void received(ByteBuffer bytes, long nowNanos) {
        while (bytes.hasRemaining() && busy) {
            if (status == 0) {
                readHead(bytes);
            } else {
                readBody(bytes);
            }
            if (status != 0 && left == 0) {
                busy = false;
                flood.answered(status, nowNanos - sentNanos);
                flood.idle(this);
            }
        }
    }

    private void readHead(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            head.append((char) bytes.get());
            int length = head.length();
            if (length >= 4 && head.charAt(length - 1) == '\n' && head.charAt(length - 3) == '\n') {
                String text = head.toString();
                status = Integer.parseInt(text.substring(9, 12));
                chunked = text.contains("Transfer-Encoding: chunked");
                int at = text.indexOf("Content-Length: ");
                left = chunked
                        ? Long.MAX_VALUE
                        : at < 0 ? 0 : Long.parseLong(text.substring(at + 16, text.indexOf('\r', at)));
                matched = 0;
                return;
            }
        }
    }

    private void readBody(ByteBuffer bytes) {
        if (!chunked) {
            long skipped = Math.min(left, bytes.remaining());
            bytes.position((int) (bytes.position() + skipped));
            left -= skipped;
            return;
        }
        // JSON holds no line ends, so these five bytes can only be the end.
        while (bytes.hasRemaining() && left > 0) {
            byte b = bytes.get();
            matched = b == END_OF_CHUNKS[matched] ? matched + 1 : b == END_OF_CHUNKS[0] ? 1 : 0;
            if (matched == END_OF_CHUNKS.length) {
                left = 0;
            }
        }
    }

    @Override
    void closed(long nowNanos) {
        if (busy) {
            flood.broken();
        }
        busy = false;
    }

    @Override
    void tick(long nowNanos) {
        // It acts when it is told to.
    }
}
