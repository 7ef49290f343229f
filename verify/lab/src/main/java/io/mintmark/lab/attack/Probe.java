package io.mintmark.lab.attack;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.instrument.SteadyThread;
import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.SyncProbe;
import io.mintmark.lab.script.ByteTemplate;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Something that is done at a steady pace beside the good clients, and how long it took each time. */
final class Probe implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 30;

    /** More newcomers at once would be more than the server grants one address beside the good clients. */
    private static final int NEWCOMERS_MAX = 500;

    /** Above those of all attackers. */
    private static final int FIRST_OPERATION = 1_000_000_000;

    private static final String INSERTED = new String(
            ByteTemplate.of("[⟦100,{\"Id\":\"inserted/⟦i⟧\",\"Type\":\"PUT\",\"Document\":{\"name\":\"⟦50×Ada ⟧\"}}⟧]")
                    .bytes(),
            StandardCharsets.US_ASCII);

    private final LatencyHistogram times = new LatencyHistogram();
    private final List<Closeable> held = new ArrayList<>();
    private final SteadyThread thread;
    private int failed;

    private Probe(String name, long perSecond, long lagNanosMax, Step step, Closeable... held) {
        this.held.addAll(List.of(held));
        this.thread = SteadyThread.start(
                name, 0, TimeUnit.SECONDS.toNanos(1) / perSecond, lagNanosMax, due -> step.run(this, due));
    }

    /** Does it once, and tells the probe how long it took. */
    @FunctionalInterface
    private interface Step {
        void run(Probe probe, long dueNanos) throws IOException;
    }

    /**
     * How it went.
     *
     * @param times of what succeeded
     * @param failed how often it did not
     */
    record Result(LatencyHistogram times, int failed) {
        @Override
        public String toString() {
            return failed == 0 ? times.toString() : times + " (" + failed + " failed)";
        }
    }

    /** An append of 4 KiB made durable, ten times a second: two of three good requests wait for one like it. */
    static Probe disk(Path directory) throws IOException {
        SyncProbe file = SyncProbe.open(directory.resolve("disk-probe"));
        return new Probe("disk", 10, 0, (probe, due) -> probe.took(file.syncNanos()), file);
    }

    /**
     * An answer that costs nothing: a server of one thread sends every byte back. Its time is counted as that of good
     * clients is, so it tells how much of theirs comes from the processors that server, attackers and clients share.
     */
    static Probe echo() throws IOException {
        ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        DaemonThreads.thread(Probe.class, "echo-server", () -> sendBack(listening))
                .start();
        Socket socket = new Socket(listening.getInetAddress(), listening.getLocalPort());
        socket.setTcpNoDelay(true);
        return new Probe(
                "echo-client", 100, SteadyThread.ANY_LAG, (probe, due) -> probe.ask(socket, due), socket, listening);
    }

    private static void sendBack(ServerSocket listening) {
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

    private void ask(Socket echo, long due) throws IOException {
        echo.getOutputStream().write(1);
        if (echo.getInputStream().read() == 1) {
            took(System.nanoTime() - due);
        }
    }

    /** A good client that inserts documents in bulk: five times a second a hundred of them. */
    static Probe inserts(ServerAddress server) {
        HttpConnection connection = HttpConnection.from(Attack.GOOD_ADDRESS, server);
        AtomicInteger operation = new AtomicInteger(FIRST_OPERATION);
        return new Probe(
                "inserts",
                5,
                SteadyThread.ANY_LAG,
                (probe, due) -> {
                    String line = "POST /databases/attack/bulk_insert?id=" + operation.getAndIncrement();
                    if (!probe.ask(connection, line, INSERTED, due)) {
                        connection.close();
                    }
                },
                connection::close);
    }

    /**
     * The cost of coming in: ten times a second a new connection, one range on it, and its end, also while earlier ones
     * still wait for theirs. Where thousands connect in the same moment the system's queue of new connections may be
     * full; clients that find it full try again a second later, which clients that keep their connections never feel.
     */
    static Probe newcomers(ServerAddress server) {
        ThreadPoolExecutor coming =
                new ThreadPoolExecutor(0, NEWCOMERS_MAX, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
        return new Probe(
                "newcomers",
                10,
                SteadyThread.ANY_LAG,
                (probe, due) -> {
                    try {
                        coming.execute(() -> probe.come(server, due));
                    } catch (RejectedExecutionException e) {
                        probe.fail();
                    }
                },
                () -> end(coming));
    }

    private void come(ServerAddress server, long due) {
        try (HttpConnection connection = HttpConnection.from(Attack.GOOD_ADDRESS, server)) {
            boolean ignored = ask(connection, "GET /databases/attack/hilo/next?tag=newcomers", "", due);
        }
    }

    private static void end(ThreadPoolExecutor threads) throws IOException {
        threads.shutdown();
        try {
            boolean ignored = threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw Child.interrupted(e);
        }
    }

    /** Asks for what is answered 201; returns whether it was. */
    private boolean ask(HttpConnection connection, String line, String body, long due) {
        try {
            if (connection.ask(line, body) == 201) {
                took(System.nanoTime() - due);
                return true;
            }
        } catch (IOException e) {
            // It counts as any other failure.
        }
        fail();
        return false;
    }

    private synchronized void took(long nanos) {
        times.record(nanos);
    }

    private synchronized void fail() {
        failed++;
    }

    /** Ends, and returns how it went. */
    Result result() throws IOException {
        close();
        synchronized (this) {
            return new Result(times, failed);
        }
    }

    @Override
    public void close() throws IOException {
        thread.end(PATIENCE_SECONDS);
        for (Closeable each : held) {
            each.close();
        }
    }
}
