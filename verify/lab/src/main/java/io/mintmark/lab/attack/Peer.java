package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.script.TlsPipe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One connection of a {@link Swarm}, which calls it on its one thread. */
abstract class Peer {
    private final ServerAddress server;
    private final String from;
    private final int receiveBytes;
    private final boolean reads;
    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private ByteBuffer toSend = ByteBuffer.allocate(0);
    private @Nullable TlsPipe pipe;

    /**
     * Creates a peer that is not connected yet.
     *
     * @param from the address of this machine to connect from
     * @param receiveBytes room for what comes, 0 for the system's choice
     * @param reads whether it ever reads
     */
    Peer(ServerAddress server, String from, int receiveBytes, boolean reads) {
        this.server = server;
        this.from = from;
        this.receiveBytes = receiveBytes;
        this.reads = reads;
    }

    /** Returns whether it speaks TLS, where the server does; one that does not sends its bytes as they are. */
    boolean isEncrypted() {
        return true;
    }

    /** The connection stands, and its handshake is done if there is one. */
    abstract void connected(long nowNanos);

    /** Bytes came; a failure ends the connection. */
    abstract void received(ByteBuffer bytes, long nowNanos) throws IOException;

    /** The connection was refused, closed or reset by the server, or could not be made. */
    abstract void closed(long nowNanos);

    /** Time passed; called some ten times a second. */
    abstract void tick(long nowNanos);

    final boolean isOpen() {
        return channel != null && channel.isConnected();
    }

    final boolean isConnecting() {
        return channel != null && !channel.isConnected();
    }

    final void connect(Selector selector) throws IOException {
        SocketChannel opened = SocketChannel.open();
        channel = opened;
        opened.configureBlocking(false);
        if (receiveBytes > 0) {
            opened.setOption(StandardSocketOptions.SO_RCVBUF, receiveBytes);
        }
        opened.bind(new InetSocketAddress(from, 0));
        toSend = ByteBuffer.allocate(0);
        pipe = null;
        boolean ignored = opened.connect(server.socket());
        key = opened.register(selector, SelectionKey.OP_CONNECT, this);
    }

    /** Returns whether the system took all that was to be sent. */
    final boolean hasSentAll() {
        return !toSend.hasRemaining();
    }

    /** Sends after whatever is being sent already. */
    final void send(byte[] bytes) {
        sendRaw(pipe == null ? bytes : pipe.encrypt(bytes));
    }

    private void sendRaw(byte[] bytes) {
        ByteBuffer both = ByteBuffer.allocate(toSend.remaining() + bytes.length);
        toSend = both.put(toSend).put(bytes).flip();
        interest();
    }

    private void interest() {
        if (key != null && key.isValid()) {
            // A deaf one, too, takes its part in the handshake.
            boolean listens = reads || (pipe != null && !pipe.stands());
            key.interestOps((listens ? SelectionKey.OP_READ : 0) | (toSend.hasRemaining() ? SelectionKey.OP_WRITE : 0));
        }
    }

    /** Does what the selector found possible. */
    final void selected(ByteBuffer scratch, long nowNanos) {
        try {
            SocketChannel open = channel;
            if (open == null || key == null) {
                return;
            }
            if (key.isConnectable() && open.finishConnect()) {
                begin(nowNanos);
                interest();
            }
            if (key.isValid() && key.isWritable()) {
                int ignored = open.write(toSend);
                interest();
            }
            if (key.isValid() && key.isReadable()) {
                read(open, scratch, nowNanos);
            }
        } catch (IOException e) {
            close();
            closed(nowNanos);
        }
    }

    private void begin(long nowNanos) throws IOException {
        if (server.tls().isEmpty() || !isEncrypted()) {
            connected(nowNanos);
            return;
        }
        TlsPipe begun = new TlsPipe(server.tls().get());
        pipe = begun;
        sendRaw(begun.begin());
    }

    private void decrypt(TlsPipe through, ByteBuffer bytes, long nowNanos) throws IOException {
        boolean stood = through.stands();
        ByteBuffer plain = through.decrypt(bytes);
        sendRaw(through.answer());
        if (!stood && through.stands()) {
            connected(nowNanos);
        }
        if (plain.hasRemaining()) {
            received(plain, nowNanos);
        }
    }

    private void read(SocketChannel open, ByteBuffer scratch, long nowNanos) throws IOException {
        int read = open.read(scratch.clear());
        if (read < 0) {
            close();
            closed(nowNanos);
        } else if (read > 0) {
            TlsPipe through = pipe;
            if (through == null) {
                received(scratch.flip(), nowNanos);
            } else {
                decrypt(through, scratch.flip(), nowNanos);
            }
        }
    }

    final void close() {
        SocketChannel open = channel;
        channel = null;
        key = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }
}
