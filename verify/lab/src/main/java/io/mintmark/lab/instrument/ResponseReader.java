package io.mintmark.lab.instrument;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads replies one after the other, from pieces cut anywhere. The one reader of everything in the lab that speaks
 * HTTP.
 *
 * <p>Knows bodies of a stated length and chunked ones, and replies without a body (204, 304). Not thread-safe.
 */
public final class ResponseReader {
    private static final int LINE_MAX = 8 << 10;
    private static final int START_BYTES = 512;

    private enum State {
        STATUS,
        FIELDS,
        BODY,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS
    }

    private final byte[] line = new byte[LINE_MAX];
    private final boolean whole;
    private final List<String> fields = new ArrayList<>();
    private byte[] kept = new byte[START_BYTES];
    private State state = State.STATUS;
    private int lineLength;
    private int keptLength;
    private int status;
    private long remaining;
    private boolean chunked;
    private boolean closing;
    private boolean complete;

    /**
     * Creates a reader that keeps the status of each reply and how its body begins: enough to measure and to complain.
     */
    public ResponseReader() {
        this(false);
    }

    private ResponseReader(boolean whole) {
        this.whole = whole;
    }

    /** Returns a reader that keeps each reply whole. */
    static ResponseReader whole() {
        return new ResponseReader(true);
    }

    /**
     * Takes bytes up to the end of a reply and returns whether it reached that; later bytes stay in {@code in}.
     *
     * @throws ProtocolException if the bytes are no reply as described above
     */
    public boolean read(ByteBuffer in) throws ProtocolException {
        if (complete) {
            begin();
        }
        while (!complete && in.hasRemaining()) {
            if (state == State.BODY || state == State.CHUNK) {
                skip(in);
            } else if (completesLine(in.get())) {
                endOfLine();
                lineLength = 0;
            }
        }
        return complete;
    }

    private void begin() {
        complete = false;
        state = State.STATUS;
        keptLength = 0;
    }

    private boolean completesLine(byte next) throws ProtocolException {
        if (next == '\n') {
            if (lineLength > 0 && line[lineLength - 1] == '\r') {
                lineLength--;
            }
            return true;
        }
        if (lineLength == LINE_MAX) {
            throw new ProtocolException("a line of the reply must not exceed " + LINE_MAX + " bytes: " + shown());
        }
        line[lineLength++] = next;
        return false;
    }

    private void endOfLine() throws ProtocolException {
        switch (state) {
            case STATUS -> readStatus();
            case FIELDS -> readField();
            case CHUNK_SIZE -> readChunkSize();
            case CHUNK_END -> state = State.CHUNK_SIZE;
            case TRAILERS -> complete = lineLength == 0;
            default -> throw new IllegalStateException("no line is read in " + state);
        }
    }

    private void readStatus() throws ProtocolException {
        if (lineLength < 12 || !begins("http/1.1 ")) {
            throw new ProtocolException("a reply must begin with HTTP/1.1 and a status: " + shown());
        }
        status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + line[11] - '0';
        remaining = -1;
        chunked = false;
        closing = false;
        fields.clear();
        state = State.FIELDS;
    }

    private void readField() throws ProtocolException {
        if (whole) {
            fields.add(value(""));
        }
        if (lineLength == 0) {
            endOfHead();
        } else if (begins("content-length:")) {
            remaining = Long.parseLong(value("content-length:"));
        } else if (begins("transfer-encoding:")) {
            chunked = value("transfer-encoding:").equalsIgnoreCase("chunked");
        } else if (begins("connection:")) {
            closing = value("connection:").equalsIgnoreCase("close");
        }
    }

    private void endOfHead() throws ProtocolException {
        if (status / 100 == 1) {
            state = State.STATUS;
        } else if (status == 204 || status == 304 || (!chunked && remaining == 0)) {
            complete = true;
        } else if (chunked) {
            state = State.CHUNK_SIZE;
        } else if (remaining > 0) {
            state = State.BODY;
        } else {
            throw new ProtocolException("a reply must state its length or be chunked: status " + status);
        }
    }

    private void readChunkSize() throws ProtocolException {
        int end = 0;
        while (end < lineLength && Character.digit(line[end], 16) >= 0) {
            end++;
        }
        if (end == 0) {
            throw new ProtocolException("a chunk must begin with its size: " + shown());
        }
        remaining = Long.parseLong(new String(line, 0, end, StandardCharsets.ISO_8859_1), 16);
        state = remaining == 0 ? State.TRAILERS : State.CHUNK;
    }

    private void skip(ByteBuffer in) {
        int taken = (int) Math.min(remaining, in.remaining());
        if (whole && keptLength + taken > kept.length) {
            kept = Arrays.copyOf(kept, Math.max(2 * kept.length, keptLength + taken));
        }
        int keep = Math.min(taken, kept.length - keptLength);
        in.get(kept, keptLength, keep);
        keptLength += keep;
        in.position(in.position() + taken - keep);
        remaining -= taken;
        if (remaining == 0) {
            complete = state == State.BODY;
            state = State.CHUNK_END;
        }
    }

    /** Compares the line's begin with lower-case text, whatever its case. */
    private boolean begins(String lower) {
        if (lineLength < lower.length()) {
            return false;
        }
        for (int i = 0; i < lower.length(); i++) {
            int c = line[i] >= 'A' && line[i] <= 'Z' ? line[i] | 0x20 : line[i];
            if (c != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private String value(String name) {
        return new String(line, name.length(), lineLength - name.length(), StandardCharsets.ISO_8859_1).strip();
    }

    private String shown() {
        return new String(line, 0, Math.min(lineLength, 80), StandardCharsets.ISO_8859_1);
    }

    /** Returns the status of the reply that was read last. */
    public int status() {
        return status;
    }

    /** Returns whether the server ends the connection after the reply that was read last. */
    public boolean isClosing() {
        return closing;
    }

    /** Returns the first field of that name in the reply that was read last; a reader that is not whole has none. */
    Optional<String> field(String name) {
        return fields.stream()
                .filter(field -> field.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(field -> field.substring(name.length() + 1).strip())
                .findFirst();
    }

    /** Returns the body of the reply that was read last, or how it begins if the reader is not whole. */
    public String bodyStart() {
        return new String(kept, 0, keptLength, StandardCharsets.UTF_8);
    }
}
