package io.mintmark.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A wire between servers and PostgreSQL on which their check of claims is lost: each statement that asks for the epoch of its
 * sender's claim is passed on as one that is content with any epoch. The real server is the broken twin so.
 */
final class UncheckedWire implements AutoCloseable {
    /** What takes the place of a check has the same length, so that no message changes its own. */
    private static final Map<String, String> CHECKS =
            Map.of("AND epoch = $", "AND epoch >-$", "AND groups = $", "AND groups>=-$");

    private static final int BUFFER = 1 << 16;

    private final ServerSocket listener;
    private final int engine;
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    /** Listens, and passes on to the port of the engine. */
    UncheckedWire(int engine) throws IOException {
        this.engine = engine;
        this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket node = listener.accept();
            Socket to = new Socket(InetAddress.getLoopbackAddress(), engine);
            node.setTcpNoDelay(true);
            to.setTcpNoDelay(true);
            open.addAll(List.of(node, to));
            daemon(() -> pass(node, to, true));
            daemon(() -> pass(to, node, false));
        }
    }

    /** A statement is sent in one piece, since it fits into one. */
    private static void pass(Socket from, Socket to, boolean unchecked) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[BUFFER];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (unchecked) {
                    for (Map.Entry<String, String> check : CHECKS.entrySet()) {
                        lose(bytes(check.getKey()), bytes(check.getValue()), buffer, count);
                    }
                }
                out.write(buffer, 0, count);
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void lose(byte[] check, byte[] none, byte[] bytes, int count) {
        for (int at = 0; at + check.length <= count; at++) {
            if (Arrays.equals(bytes, at, at + check.length, check, 0, check.length)) {
                System.arraycopy(none, 0, bytes, at, check.length);
            }
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

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
