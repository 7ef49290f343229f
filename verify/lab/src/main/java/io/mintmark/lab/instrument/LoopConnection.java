package io.mintmark.lab.instrument;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One connection that stays open: sends a request, takes its reply, never has two requests under way. */
final class LoopConnection implements AutoCloseable {
    private final int number;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final RequestBuffer request = new RequestBuffer();
    private final ResponseReader reader = new ResponseReader();
    private ByteBuffer unsent = request.toSend();
    private long sentAtNanos;

    private LoopConnection(int number, SocketChannel channel, Selector selector) throws IOException {
        this.number = number;
        this.channel = channel;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    static LoopConnection open(int number, InetSocketAddress server, Selector selector) throws IOException {
        SocketChannel channel = SocketChannel.open(server);
        try {
            return new LoopConnection(number, channel, selector);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    void send(Requests requests) throws IOException {
        request.clear();
        requests.write(number, request);
        unsent = request.toSend();
        sentAtNanos = System.nanoTime();
        sendRest();
    }

    void sendRest() throws IOException {
        boolean waited = key.interestOps() != SelectionKey.OP_READ;
        int ignored = channel.write(unsent);
        if (unsent.hasRemaining()) {
            key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        } else if (waited) {
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    /** Reads what is there, through {@code scratch}, and returns whether that completed the reply. */
    boolean receive(ByteBuffer scratch) throws IOException {
        scratch.clear();
        if (channel.read(scratch) < 0) {
            throw new IOException("the server closed the connection instead of answering " + firstLine());
        }
        boolean complete = reader.read(scratch.flip());
        if (complete && (!isAnswer(reader.status()) || reader.isClosing() || scratch.hasRemaining())) {
            throw new IOException("the server must answer " + firstLine() + " with 2xx and stay, but answered "
                    + reader.status() + (reader.isClosing() ? " and closes: " : ": ") + reader.bodyStart());
        }
        return complete;
    }

    long sentAtNanos() {
        return sentAtNanos;
    }

    private String firstLine() {
        return request.toString().lines().findFirst().orElse("");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** "Not modified" is an answer, too. */
    private static boolean isAnswer(int status) {
        return status / 100 == 2 || status == 304;
    }
}
