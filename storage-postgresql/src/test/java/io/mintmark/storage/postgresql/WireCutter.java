package io.mintmark.storage.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A wire between a node and PostgreSQL that can be cut: all of it, or when the next COMMIT goes over it. The statement must be
 * sent as text, so the driver's {@code prepareThreshold} is 0 on it.
 */
public final class WireCutter implements AutoCloseable {
    private static final String COMMIT = "COMMIT";

    /** When the wire is cut that the next COMMIT comes over. */
    enum Moment {
        /** The engine never hears of it. */
        BEFORE,
        /** The engine hears of it, and its answer comes too late. */
        AT_ONCE,
        /** The engine answered, and nobody hears it. */
        AFTER
    }

    private final int port;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Moment> next = new AtomicReference<>();
    private final AtomicBoolean all = new AtomicBoolean();
    private final AtomicInteger cuts = new AtomicInteger();
    private final AtomicInteger questions = new AtomicInteger();
    private volatile String told = "";
    private volatile boolean down;

    /** Leads to the engine at that port of this machine. */
    public WireCutter(int port) {
        this.port = port;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** Returns {@code url} with this wire in the place of the engine. */
    public String through(String url) {
        return url.replaceFirst("//[^/]+/", "//127.0.0.1:" + server.getLocalPort() + "/") + "&prepareThreshold=0";
    }

    /** Returns the port of the engine at {@code url}. */
    public static int portOf(String url) {
        return Integer.parseInt(url.replaceFirst(".*//[^/]+:([0-9]+)/.*", "$1"));
    }

    /** Cuts the wire that the next COMMIT comes over. */
    void cutNextCommit(Moment moment) {
        next.set(moment);
    }

    /**
     * Cuts the wire that the next COMMIT of a transaction comes over in which the engine was told {@code statement}:
     * what a node does beside it commits on other wires.
     */
    void cutNextCommitOf(String statement, Moment moment) {
        told = statement;
        next.set(moment);
    }

    /** Cuts each wire that the next {@code times} questions for {@code statement} come over. */
    void cutQuestions(String statement, int times) {
        told = statement;
        questions.set(times);
    }

    /** Returns how many questions are left that will be cut. */
    int questionsLeft() {
        return questions.get();
    }

    /** Cuts the wire after the next COMMIT, and all others with it, until it is mended. */
    void cutWithNextCommit() {
        all.set(true);
        next.set(Moment.AFTER);
    }

    /** Returns how many COMMITs were cut. */
    int cuts() {
        return cuts.get();
    }

    /** Cuts every wire, and those to come, until it is mended. */
    public void cutAll() {
        down = true;
        open.forEach(WireCutter::cut);
    }

    boolean isCut() {
        return down;
    }

    /** Lets wires be made again. */
    public void mend() {
        down = false;
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                if (down) {
                    cut(client);
                } else {
                    connect(client);
                }
            } catch (IOException end) {
                // It was closed.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket engine = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setTcpNoDelay(true);
        engine.setTcpNoDelay(true);
        open.add(client);
        open.add(engine);
        Wire wire = new Wire(client, engine);
        start(wire::towardsEngine);
        start(wire::towardsClient);
    }

    private static void cut(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // That is what was wanted.
        }
    }

    /** One connection. */
    private final class Wire {
        private final Socket client;
        private final Socket engine;
        private volatile boolean answerIsCut;
        private boolean heard;

        Wire(Socket client, Socket engine) {
            this.client = client;
            this.engine = engine;
        }

        void towardsEngine() {
            byte[] buffer = new byte[1 << 16];
            try (InputStream from = client.getInputStream();
                    OutputStream to = engine.getOutputStream()) {
                for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                    Moment moment = momentOf(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
                    if (moment == Moment.BEFORE) {
                        break;
                    }
                    answerIsCut = moment == Moment.AFTER;
                    to.write(buffer, 0, n);
                    if (moment == Moment.AT_ONCE) {
                        break;
                    }
                }
            } catch (IOException cut) {
                // The other direction ended.
            } finally {
                end();
            }
        }

        /** Returns when to cut the wire that these bytes come over, or null if it is not to be cut. */
        private @Nullable Moment momentOf(String bytes) {
            boolean now = bytes.contains(told);
            if (now && questions.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                return Moment.BEFORE;
            }
            heard |= now;
            if (!bytes.contains(COMMIT)) {
                return null;
            }
            Moment moment = heard ? next.getAndSet(null) : null;
            if (moment != null) {
                cuts.incrementAndGet();
            }
            heard = false;
            return moment;
        }

        void towardsClient() {
            byte[] buffer = new byte[1 << 16];
            try (InputStream from = engine.getInputStream();
                    OutputStream to = client.getOutputStream()) {
                for (int n = from.read(buffer); n >= 0 && !answerIsCut; n = from.read(buffer)) {
                    to.write(buffer, 0, n);
                }
                if (answerIsCut && all.getAndSet(false)) {
                    cutAll();
                }
            } catch (IOException cut) {
                // The other direction ended.
            } finally {
                end();
            }
        }

        private void end() {
            cut(client);
            cut(engine);
            open.remove(client);
            open.remove(engine);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        open.forEach(WireCutter::cut);
    }
}
