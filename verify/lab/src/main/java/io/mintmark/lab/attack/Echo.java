package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.SteadyThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Time of an answer that costs nothing: a server of one thread that sends every byte back, and a client that asks
 * it at a steady pace. The time is counted as that of {@link GoodClients} is, so it tells how much of theirs comes from
 * the processors that server, attackers and clients share.
 */
final class Echo implements AutoCloseable {
    private static final long PERIOD_NANOS = 10_000_000;

    private final ServerSocket listening;
    private final LatencyHistogram times = new LatencyHistogram();
    private final Thread server = new Thread(this::serve, "echo-server");
    private final Socket socket;
    private final SteadyThread client;

    /** Begins. */
    Echo() throws IOException {
        listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        server.setDaemon(true);
        server.start();
        socket = new Socket(listening.getInetAddress(), listening.getLocalPort());
        socket.setTcpNoDelay(true);
        client = SteadyThread.start("echo-client", 0, PERIOD_NANOS, SteadyThread.ANY_LAG, this::ask);
    }

    private void serve() {
        try (Socket peer = listening.accept()) {
            peer.setTcpNoDelay(true);
            for (int b = peer.getInputStream().read();
                    b >= 0;
                    b = peer.getInputStream().read()) {
                peer.getOutputStream().write(b);
            }
        } catch (IOException e) {
            // The end of it, or too few times measured to go unnoticed.
        }
    }

    private void ask(long due) throws IOException {
        socket.getOutputStream().write(1);
        if (socket.getInputStream().read() == 1) {
            times.record(System.nanoTime() - due);
        }
    }

    /** Ends, and returns how long answers took. */
    Times result() {
        client.end(10);
        return Times.of(times);
    }

    @Override
    public void close() throws IOException {
        client.close();
        socket.close();
        listening.close();
    }
}
