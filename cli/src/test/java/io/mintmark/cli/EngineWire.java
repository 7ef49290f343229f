package io.mintmark.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A wire to PostgreSQL, from a server or from a standby. It can be cut and mended, may lead somewhere else from then on, may
 * swallow everything for a while or take long, and may change what is sent over it. Safe for any number of threads.
 */
final class EngineWire implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final ServerSocket listener;
    private final Change change;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile int engine;
    private final Object light = new Object();
    private volatile boolean down;
    private volatile Set<Way> dark = Set.of();
    private volatile long delayMillis;

    /** A direction. */
    enum Way {
        TO_ENGINE,
        TO_NODE
    }

    /** Changes what is sent to the engine, and keeps its length. */
    @FunctionalInterface
    interface Change {
        void of(byte[] sent, int count);
    }

    /** Listens, and passes on to the port of the engine. */
    EngineWire(int engine) throws IOException {
        this(engine, (sent, count) -> {});
    }

    /** The same with a change of each piece that goes to the engine; a statement is sent in one piece, since it fits into one. */
    EngineWire(int engine, Change change) throws IOException {
        this.engine = engine;
        this.change = change;
        this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Cuts every connection; new ones are closed at once. */
    void cut() {
        down = true;
        open.forEach(EngineWire::close);
    }

    /** Lets connections be made again, to that port. */
    void mend(int to) {
        engine = to;
        down = false;
    }

    /** Lets nothing through from now on, and refuses nothing; {@link #lighten} ends it. */
    void darken() {
        darken(Way.values());
    }

    /** The same in these directions alone. */
    void darken(Way... ways) {
        dark = Set.of(ways);
    }

    /** Lets through what was held back, and everything after it. */
    void lighten() {
        synchronized (light) {
            dark = Set.of();
            light.notifyAll();
        }
    }

    /** Takes that long in each direction from now on. */
    void delay(long millis) {
        delayMillis = millis;
    }

    private void awaitLight(Way way) throws IOException {
        try {
            Thread.sleep(delayMillis);
            synchronized (light) {
                while (dark.contains(way)) {
                    light.wait();
                }
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket caller = listener.accept();
            daemon(() -> connect(caller));
        }
    }

    private void connect(Socket caller) throws IOException {
        try {
            if (down) {
                throw new IOException("cut");
            }
            Socket to = new Socket(InetAddress.getLoopbackAddress(), engine);
            caller.setTcpNoDelay(true);
            to.setTcpNoDelay(true);
            open.addAll(List.of(caller, to));
            if (down) {
                // It was cut meanwhile, and that did not see this one.
                cut();
            }
            daemon(() -> pass(caller, to, Way.TO_ENGINE, change));
            daemon(() -> pass(to, caller, Way.TO_NODE, (sent, count) -> {}));
        } catch (IOException e) {
            close(caller);
        }
    }

    private void pass(Socket from, Socket to, Way way, Change changing) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[BUFFER];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                changing.of(buffer, count);
                awaitLight(way);
                out.write(buffer, 0, count);
            }
        } finally {
            open.removeAll(List.of(from, to));
        }
    }

    /** Runs until its sockets are closed. */
    @FunctionalInterface
    private interface Passing {
        void run() throws IOException;
    }

    private static void daemon(Passing task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (IOException e) {
                // One end was closed, or all are.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // That is what was wanted.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        lighten();
        cut();
    }
}
