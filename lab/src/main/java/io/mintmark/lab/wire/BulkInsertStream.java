package io.mintmark.lab.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
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
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(16 << 10);

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

    /** What the server answered. */
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
        try (SocketChannel channel = SocketChannel.open(server)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            try {
                stream(channel, first, count, commands, sent);
            } catch (IOException e) {
                // A server that refuses answers before the end and closes; what it said is worth more than this.
                return answerAfter(channel, e);
            }
            return answer(channel);
        }
    }

    private void stream(SocketChannel channel, long first, long count, Commands commands, LongConsumer sent)
            throws IOException {
        RequestBuffer frame = new RequestBuffer();
        RequestBuffer chunk = new RequestBuffer().text("[");
        writeAll(
                channel,
                frame.bytes(head).text("Transfer-Encoding: chunked\r\n\r\n").toSend());
        for (long i = 0; i < count; i++) {
            if (i > 0) {
                chunk.text(",");
            }
            commands.write(first + i, chunk);
            if (chunk.length() >= CHUNK_BYTES) {
                writeAll(channel, frameChunk(frame, chunk).toSend());
                chunk.clear();
                sent.accept(i + 1);
            }
        }
        frameChunk(frame, chunk.text("]")).text("0\r\n\r\n");
        // In one piece: a server that answers at the bracket has nothing left unread when it closes.
        writeAll(channel, frame.toSend());
        sent.accept(count);
    }

    private static RequestBuffer frameChunk(RequestBuffer frame, RequestBuffer chunk) {
        frame.clear().text(Integer.toHexString(chunk.length())).text("\r\n");
        return frame.append(chunk).text("\r\n");
    }

    private static void writeAll(SocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            int ignored = channel.write(bytes);
        }
    }

    private Answer answerAfter(SocketChannel channel, IOException failure) throws IOException {
        try {
            return answer(channel);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }

    private Answer answer(SocketChannel channel) throws IOException {
        ResponseReader reader = new ResponseReader();
        do {
            scratch.clear();
            if (channel.read(scratch) < 0) {
                throw new IOException("the server closed the connection instead of answering a bulk_insert");
            }
        } while (!reader.read(scratch.flip()));
        return new Answer(reader.status(), reader.bodyStart());
    }
}
