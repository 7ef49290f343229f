package io.mintmark.lab.peers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A TCP proxy that makes a server on loopback as distant as one in another data centre: what the server sends arrives
 * later, in its order, by a time that is drawn evenly around a middle. What goes to it is passed on at once, so that a
 * round trip takes that time longer. Two threads for each connection, and one for those that come.
 */
final class DistantWire implements AutoCloseable {
    private static final int PIECE = 64 * 1024;

    private final ServerSocket front;
    private final int behind;
    private final long leastNanos;
    private final long mostNanos;
    private final SplittableRandom random = new SplittableRandom(1);

    /** Bytes and when they may arrive; no bytes end the connection. */
    private record Piece(byte[] bytes, long at) {}

    /** Passes connections on to the port {@code behind}; {@code middle} 0 delays nothing. */
    DistantWire(int behind, int middleMillis, int aroundMillis) throws IOException {
        this.behind = behind;
        this.leastNanos = TimeUnit.MILLISECONDS.toNanos(Math.max(0, middleMillis - aroundMillis));
        this.mostNanos = TimeUnit.MILLISECONDS.toNanos(middleMillis + (middleMillis == 0 ? 0 : aroundMillis));
        this.front = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        start("accepts", this::accept);
    }

    int port() {
        return front.getLocalPort();
    }

    private static void start(String what, Runnable work) {
        Thread thread = new Thread(work, "distant-wire-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = front.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), behind);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                BlockingQueue<Piece> late = new LinkedBlockingQueue<>();
                start("requests", () -> passOn(client, server));
                start("replies", () -> delay(server, late));
                start("arrivals", () -> arrive(late, client));
            }
        } catch (IOException closed) {
            // The proxy ends, or its server has.
        }
    }

    private static void passOn(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException ended) {
            // Either end closed; both are closed now.
        }
    }

    private void delay(Socket server, BlockingQueue<Piece> late) {
        try (server) {
            InputStream in = server.getInputStream();
            byte[] bytes = new byte[PIECE];
            long before = System.nanoTime();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                before = Math.max(before, System.nanoTime() + drawn());
                late.add(new Piece(Arrays.copyOf(bytes, read), before));
            }
        } catch (IOException ended) {
            // As if the server had closed.
        }
        late.add(new Piece(new byte[0], System.nanoTime()));
    }

    private synchronized long drawn() {
        return leastNanos == mostNanos ? leastNanos : random.nextLong(leastNanos, mostNanos);
    }

    private static void arrive(BlockingQueue<Piece> late, Socket client) {
        try (client) {
            OutputStream out = client.getOutputStream();
            for (Piece piece = late.take(); piece.bytes.length > 0; piece = late.take()) {
                long wait = piece.at - System.nanoTime();
                if (wait > 0) {
                    TimeUnit.NANOSECONDS.sleep(wait);
                }
                out.write(piece.bytes);
            }
        } catch (IOException | InterruptedException ended) {
            // The client is gone.
        }
    }

    @Override
    public void close() throws IOException {
        front.close();
    }
}
