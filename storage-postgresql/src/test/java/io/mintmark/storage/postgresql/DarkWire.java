package io.mintmark.storage.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A wire between a node and PostgreSQL that goes dark: connections are made, and nothing comes through, in one
 * direction or in both; nothing is refused. What was sent meanwhile comes through when there is light again, as TCP
 * sends it once more. It may also be long. Safe for any number of threads.
 */
public final class DarkWire implements AutoCloseable {
    private static final byte[] END = {};

    private final int port;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Object light = new Object();
    private Set<Way> dark = EnumSet.noneOf(Way.class);
    private volatile long delayNanos;

    /** A direction. */
    public enum Way {
        TO_ENGINE,
        TO_NODE
    }

    private record Piece(byte[] bytes, long due) {}

    /** Leads to the engine at that port of this machine. */
    public DarkWire(int port) {
        this.port = port;
        try {
            server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** Returns {@code url} with this wire in the place of the engine. */
    public String through(String url) {
        return url.replaceFirst("//[^/]+/", "//127.0.0.1:" + server.getLocalPort() + "/");
    }

    /** Lets nothing through in these directions from now on. */
    public void darken(Way... ways) {
        synchronized (light) {
            dark = EnumSet.copyOf(Arrays.asList(ways));
        }
    }

    /** Lets nothing through at all. */
    public void darken() {
        darken(Way.values());
    }

    /** Lets everything through again. */
    public void lighten() {
        synchronized (light) {
            dark = EnumSet.noneOf(Way.class);
            light.notifyAll();
        }
    }

    /** Takes that long in each direction from now on. */
    public void delay(Duration eachWay) {
        delayNanos = eachWay.toNanos();
    }

    private void accept() throws IOException {
        while (true) {
            Socket node = server.accept();
            Socket engine = new Socket(InetAddress.getLoopbackAddress(), port);
            for (Socket each : new Socket[] {node, engine}) {
                each.setTcpNoDelay(true);
                open.add(each);
            }
            connect(node, engine, Way.TO_ENGINE);
            connect(engine, node, Way.TO_NODE);
        }
    }

    private void connect(Socket from, Socket to, Way way) {
        BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
        start(() -> receive(from, pieces));
        start(() -> send(pieces, to, way));
    }

    private void receive(Socket from, BlockingQueue<Piece> pieces) {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = from.getInputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                pieces.add(new Piece(Arrays.copyOf(buffer, count), System.nanoTime() + delayNanos));
            }
        } catch (IOException ended) {
            // The other end is told likewise.
        } finally {
            pieces.add(new Piece(END, System.nanoTime() + delayNanos));
        }
    }

    private void send(BlockingQueue<Piece> pieces, Socket to, Way way) throws IOException {
        try (to;
                OutputStream out = to.getOutputStream()) {
            for (Piece piece = next(pieces, way); piece.bytes() != END; piece = next(pieces, way)) {
                out.write(piece.bytes());
            }
        } finally {
            open.remove(to);
        }
    }

    private Piece next(BlockingQueue<Piece> pieces, Way way) {
        try {
            Piece piece = pieces.take();
            TimeUnit.NANOSECONDS.sleep(piece.due() - System.nanoTime());
            synchronized (light) {
                while (dark.contains(way)) {
                    light.wait();
                }
            }
            return piece;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs until its sockets are closed. */
    @FunctionalInterface
    private interface Passing {
        void run() throws IOException;
    }

    private static void start(Passing work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException ended) {
                        // A socket was closed.
                    }
                },
                "dark-wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        lighten();
        for (Socket each : open) {
            each.close();
        }
    }
}
