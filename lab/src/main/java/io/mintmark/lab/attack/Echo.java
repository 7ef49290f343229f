package io.mintmark.lab.attack;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.lab.measure.LatencyHistogram;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Time of an answer that costs nothing: a server of one thread that sends every byte back, and a client that asks
 * it at a steady pace. The time is counted as that of {@link GoodClients} is, so it tells how much of theirs comes from the
 * processors that server, attackers and clients share.
 */
final class Echo implements AutoCloseable {
    private static final long PERIOD_NANOS = 10_000_000;

    private final ServerSocket listening;
    private final LatencyHistogram times = new LatencyHistogram();
    private final Thread server = DaemonThreads.thread(Echo.class, "echo-server", this::serve);
    private final Thread client = DaemonThreads.thread(Echo.class, "echo-client", this::ask);
    private volatile boolean closing;

    /** Begins. */
    Echo() throws IOException {
        listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        server.start();
        client.start();
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

    private void ask() {
        try (Socket socket = new Socket(listening.getInetAddress(), listening.getLocalPort())) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (long due = System.nanoTime(); !closing; due += PERIOD_NANOS) {
                long nanos = Math.max(0, due - System.nanoTime());
                Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
                out.write(1);
                if (in.read() == 1) {
                    times.record(System.nanoTime() - due);
                }
            }
        } catch (IOException | InterruptedException e) {
            closing = true;
        }
    }

    /** Ends, and returns how long answers took. */
    Times result() throws IOException, InterruptedException {
        close();
        client.join(10_000);
        return Times.of(times);
    }

    @Override
    public void close() throws IOException {
        closing = true;
        listening.close();
    }
}
