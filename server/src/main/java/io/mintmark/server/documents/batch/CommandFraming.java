package io.mintmark.server.documents.batch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import io.mintmark.protocol.ErrorType;
import io.mintmark.support.InvalidJsonException;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Finds the commands in a JSON array that arrives in pieces, however they are cut, and hands each on as soon as its
 * last byte is there.
 *
 * <p>Only the bytes of the command that has begun and not ended are kept, and no more of them than a command may have.
 * One object a body; used by one thread at a time.
 */
final class CommandFraming implements AutoCloseable {
    private static final int STEP_BYTES = 16 << 10;
    private static final int KEPT_BYTES_USUAL = 64 << 10;

    /** What a command has besides its document, an id of 512 bytes in escapes above all, fits into this. */
    private static final int BESIDES_BYTES_MAX = 64 << 10;

    /**
     * Most white space before a command and after the last one. Clients send a byte or two, or the indentation of a
     * tree where people read along. Each command begins a new count: heartbeats are commands, and a stream may last for
     * days.
     */
    private static final int BETWEEN_BYTES_MAX = 64 << 10;

    /** A text is decoded while its end is looked for, into two bytes for each of its own. */
    private static final long BYTES_EACH = 3;

    /** What it has in memory when it begins. */
    static final long BYTES_AT_FIRST = BYTES_EACH * STEP_BYTES;

    /** What takes the commands: where each lies, braces and all, valid during the call. */
    @FunctionalInterface
    interface Target {
        void command(byte[] bytes, int offset, int length);
    }

    private final JsonParser parser;
    private final ByteArrayFeeder feeder;
    private final int documentBytesMax;
    private final Target target;
    private final LongConsumer memory;
    private byte[] kept = new byte[STEP_BYTES];
    private int keptLength;
    /** Where in the body the kept bytes begin. */
    private long keptFrom;

    private long commandStart;
    private long lastEnd;
    private int depth;
    private boolean complete;

    /** Tells {@code memory} how many bytes more it is about to take, or fewer; that may throw. */
    CommandFraming(Json json, int documentBytesMax, Target target, LongConsumer memory) {
        this.documentBytesMax = documentBytesMax;
        this.target = target;
        this.memory = memory;
        try {
            parser = json.parsePieces();
            feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
        } catch (IOException e) {
            throw new UncheckedIOException("nothing was read yet", e);
        }
    }

    /**
     * Takes the next piece, up to the array's end, behind which it may have white space.
     *
     * @throws InvalidJsonException if the body is no array of objects, or something else follows the array in this
     *     piece
     */
    void take(ByteBuffer piece) {
        while (piece.hasRemaining() && !complete) {
            int count = keep(piece);
            try {
                feeder.feedInput(kept, keptLength - count, keptLength);
                parse();
            } catch (JsonProcessingException e) {
                throw InvalidJsonException.of(e);
            } catch (IOException e) {
                throw new UncheckedIOException("reading from memory cannot fail", e);
            }
            forgetAllButTheBegun();
        }
        while (piece.hasRemaining()) {
            requireWhiteSpace(piece.get());
        }
    }

    private static void requireWhiteSpace(byte b) {
        if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
            throw new InvalidJsonException("Nothing but white space may follow the JSON array of commands.");
        }
    }

    /** Returns whether the array has ended. */
    boolean isComplete() {
        return complete;
    }

    /** Returns how many bytes are kept of what is not complete. */
    int bytesKept() {
        return kept.length;
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw new UncheckedIOException("nothing but memory is given back", e);
        }
    }

    private int keep(ByteBuffer piece) {
        int count = Math.min(piece.remaining(), STEP_BYTES);
        if (kept.length - keptLength < count) {
            resize((int) Math.max(keptLength + count, Math.min(2L * kept.length, bytesKeptMax())));
        }
        piece.get(kept, keptLength, count);
        keptLength += count;
        return count;
    }

    private long bytesKeptMax() {
        return (long) documentBytesMax + BESIDES_BYTES_MAX + STEP_BYTES;
    }

    private void resize(int bytes) {
        memory.accept(BYTES_EACH * (bytes - kept.length));
        kept = Arrays.copyOf(kept, bytes);
    }

    private void parse() throws IOException {
        while (!complete) {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.NOT_AVAILABLE) {
                return;
            } else if (token.isStructStart()) {
                begin(token);
            } else if (token.isStructEnd()) {
                end();
            } else if (depth == 0) {
                throw new InvalidJsonException("The body must be a JSON array of commands.");
            } else if (depth == 1) {
                throw new InvalidJsonException("Each command must be a JSON object.");
            }
        }
    }

    private void begin(JsonToken token) {
        if (depth == 0 && token != JsonToken.START_ARRAY) {
            throw new InvalidJsonException("The body must be a JSON array of commands.");
        }
        if (depth == 1) {
            if (token != JsonToken.START_OBJECT) {
                throw new InvalidJsonException("Each command must be a JSON object.");
            }
            commandStart = parsedTo() - 1;
            requireLittleBefore(commandStart);
        }
        depth++;
    }

    private void end() {
        depth--;
        if (depth == 1) {
            lastEnd = parsedTo();
            target.command(kept, (int) (commandStart - keptFrom), (int) (lastEnd - commandStart));
        }
        complete = depth == 0;
        if (complete) {
            requireLittleBefore(parsedTo() - 1);
            for (int i = (int) (parsedTo() - keptFrom); i < keptLength; i++) {
                requireWhiteSpace(kept[i]);
            }
        }
    }

    private void requireLittleBefore(long place) {
        long between = place - lastEnd;
        if (between > BETWEEN_BYTES_MAX) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "Between two commands of a bulk insert there are at most " + BETWEEN_BYTES_MAX
                            + " bytes of white space with their comma, but here are " + between
                            + " or more: send a command, {\"Type\":\"HeartBeat\"} if there is none, or end the array.");
        }
    }

    private long parsedTo() {
        return parser.currentLocation().getByteOffset();
    }

    private void forgetAllButTheBegun() {
        long end = keptFrom + keptLength;
        long needed = end;
        if (depth > 1) {
            needed = commandStart;
        } else if (!complete) {
            requireLittleBefore(end);
        }
        if (end - needed > (long) documentBytesMax + BESIDES_BYTES_MAX) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "A document has at most " + documentBytesMax + " bytes, but this one has more.");
        }
        int dropped = (int) (needed - keptFrom);
        keptLength -= dropped;
        System.arraycopy(kept, dropped, kept, 0, keptLength);
        keptFrom = needed;
        if (kept.length > KEPT_BYTES_USUAL && keptLength <= STEP_BYTES) {
            // After a large document a stream goes on as small as it began.
            resize(STEP_BYTES);
        }
    }
}
