package io.mintmark.lab.faults;

import io.mintmark.lab.process.Child;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The wire between a node and the engine: a TCP proxy on loopback that can be cut, swallow one direction or be slow.
 *
 * <p>What a black hole swallows is delivered once it is gone, as by TCP, unless connections are ended.
 * Safe for use by several threads.
 */
final class Wire implements Closeable {
    /** What is wrong with it. */
    enum State {
        WHOLE,
        CUT,
        HOLE_OUT,
        HOLE_IN
    }

    private static final int BUFFER = 16_384;
    private static final long POLL_MILLIS = 20;
    private static final int CONNECT_MILLIS = 2_000;

    private final ServerSocket door;
    private final InetSocketAddress engine;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile State state = State.WHOLE;
    private volatile long delayMillis;
    private volatile boolean isClosed;

    private Wire(ServerSocket door, InetSocketAddress engine) {
        this.door = door;
        this.engine = engine;
    }

    static Wire to(InetSocketAddress engine) throws IOException {
        Wire wire = new Wire(new ServerSocket(0, 64, InetAddress.getByName("127.0.0.1")), engine);
        start(wire::accept);
        return wire;
    }

    int port() {
        return door.getLocalPort();
    }

    void state(State next) {
        state = next;
        if (next == State.CUT) {
            endConnections();
        }
    }

    void delay(long millis) {
        delayMillis = millis;
    }

    /** Ends all connections through it. */
    void endConnections() {
        sockets.forEach(Wire::end);
    }

    private void accept() {
        while (!isClosed) {
            try {
                Socket node = door.accept();
                if (state == State.CUT) {
                    end(node);
                } else {
                    start(() -> join(node));
                }
            } catch (IOException closed) {
                // Only the door's end leads here twice.
            }
        }
    }

    private void join(Socket node) {
        Socket far = new Socket();
        try {
            far.connect(engine, CONNECT_MILLIS);
            node.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            sockets.add(node);
            sockets.add(far);
            start(() -> pump(node, far, State.HOLE_OUT));
            pump(far, node, State.HOLE_IN);
        } catch (IOException gone) {
            end(node);
            end(far);
        }
    }

    private void pump(Socket from, Socket to, State hole) {
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                hold(hole, from);
                out.write(buffer, 0, n);
            }
        } catch (IOException gone) {
            // An end of either side ends both, below.
        } finally {
            end(from);
            end(to);
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void hold(State hole, Socket from) throws IOException {
        if (delayMillis > 0) {
            Child.pause(delayMillis);
        }
        while (state == hole && !isClosed) {
            if (from.isClosed()) {
                throw new IOException("ended");
            }
            Child.pause(POLL_MILLIS);
        }
    }

    /** Ends it by a reset, so that nobody goes on to read what was on its way. */
    private static void end(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException gone) {
            // It had ended before.
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        door.close();
        endConnections();
    }
}
