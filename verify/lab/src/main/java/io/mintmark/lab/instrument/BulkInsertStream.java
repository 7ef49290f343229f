package io.mintmark.lab.instrument;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.LongConsumer;

/**
 * One {@code bulk_insert}: documents streamed in chunks to a server that answers at the closing bracket.
 *
 * <p>Each stream has a connection of its own, because the server may close it after its reply.
 */
public final class BulkInsertStream {
    private static final int CHUNK_BYTES = 32 << 10;

    private final InetSocketAddress server;
    private final byte[] head;

    /** Streams go to {@code server} under {@code head}: the request line and all fields but Transfer-Encoding. */
    public BulkInsertStream(InetSocketAddress server, byte[] head) {
        this.server = server;
        this.head = head.clone();
    }

    /** Writes the command that puts one document, as JSON. */
    @FunctionalInterface
    public interface Commands {
        /** Appends the command of a number. */
        void write(long number, RequestBuffer out);
    }

    /** The answer of the server. */
    public record Answer(int status, String bodyStart) {
        /** Returns whether everything was stored. */
        public boolean isCreated() {
            return status == 201;
        }
    }

    /**
     * Streams the commands of {@code count} numbers from {@code first} on, and waits for the answer.
     *
     * @param sent hears how many commands were sent so far, now and then
     */
    public Answer send(long first, long count, Commands commands, LongConsumer sent) throws IOException {
        try (HttpConnection connection = HttpConnection.to(server)) {
            try {
                stream(connection, first, count, commands, sent);
            } catch (IOException e) {
                // A server that refuses answers before the end and closes; its answer is worth more than this failure.
                return answerAfter(connection, e);
            }
            return answer(connection);
        }
    }

    private void stream(HttpConnection connection, long first, long count, Commands commands, LongConsumer sent)
            throws IOException {
        RequestBuffer frame = new RequestBuffer();
        RequestBuffer chunk = new RequestBuffer().text("[");
        connection.write(frame.bytes(head).text("Transfer-Encoding: chunked\r\n\r\n"));
        for (long i = 0; i < count; i++) {
            if (i > 0) {
                chunk.text(",");
            }
            commands.write(first + i, chunk);
            if (chunk.length() >= CHUNK_BYTES) {
                connection.write(frameChunk(frame, chunk));
                chunk.clear();
                sent.accept(i + 1);
            }
        }
        frameChunk(frame, chunk.text("]")).text("0\r\n\r\n");
        // In one piece: a server that answers at the bracket has nothing left unread when it closes.
        connection.write(frame);
        sent.accept(count);
    }

    private static RequestBuffer frameChunk(RequestBuffer frame, RequestBuffer chunk) {
        frame.clear().text(Integer.toHexString(chunk.length())).text("\r\n");
        return frame.append(chunk).text("\r\n");
    }

    private static Answer answerAfter(HttpConnection connection, IOException failure) throws IOException {
        try {
            return answer(connection);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }

    private static Answer answer(HttpConnection connection) throws IOException {
        return new Answer(connection.readReply(), connection.body());
    }
}
