package io.mintmark.cli;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Clients that work at once, until their server is gone or they are told to finish. */
final class Crowd implements AutoCloseable {
    private static final int CLIENTS = 7;
    private static final Duration WORK_MAX = Duration.ofSeconds(60);

    private final Acknowledged acknowledged;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> clients = new ArrayList<>();
    private volatile Stage stage = Stage.WORKING;

    /** What a client is to do with its next call, and to think of one that fails. */
    enum Stage {
        WORKING,
        FINISHING,
        SERVER_GONE
    }

    private Crowd(Acknowledged acknowledged) {
        this.acknowledged = acknowledged;
    }

    /** Sends the clients of the server's start number {@code start} to work; each draws its patience from the list. */
    static Crowd at(
            HttpClient client,
            URI server,
            Acknowledged acknowledged,
            SplittableRandom random,
            int start,
            List<Duration> patience) {
        List<Function<Supplier<Stage>, Runnable>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Calls calls = new Calls(client, server, patience.get(random.nextInt(patience.size())));
            SplittableRandom own = random.split();
            String name = "r" + start + "c" + i;
            clients.add(stage -> new CrashClient(calls, acknowledged, own, name, stage));
        }
        return of(acknowledged, clients);
    }

    /** Sends any clients to work; each is told what stage the work is in. */
    static Crowd of(Acknowledged acknowledged, List<Function<Supplier<Stage>, Runnable>> clients) {
        Crowd crowd = new Crowd(acknowledged);
        for (Function<Supplier<Stage>, Runnable> client : clients) {
            crowd.clients.add(crowd.threads.submit(client.apply(() -> crowd.stage)));
        }
        return crowd;
    }

    /** Waits until {@code count} more writes are acknowledged: the server is there and works. */
    void awaitWrites(long count) throws Exception {
        long wanted = acknowledged.writes() + count;
        long deadline = System.nanoTime() + WORK_MAX.toNanos();
        while (acknowledged.writes() < wanted) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("a round must get " + count + " answers within " + WORK_MAX + ": "
                        + (wanted - acknowledged.writes()) + " to come");
            }
            requireNoneFailed();
            Thread.sleep(5);
        }
    }

    private void requireNoneFailed() throws Exception {
        for (Future<?> each : clients) {
            if (each.isDone()) {
                // While the server is there a client ends only by a failure, which is thrown here.
                each.get();
                throw new IllegalStateException("a client ended before its server");
            }
        }
    }

    /** The server is about to be killed: from here on a call that fails is no surprise, and the client's last. */
    void expectTheEnd() {
        stage = Stage.SERVER_GONE;
    }

    /** Has the clients end their calls and make no more. */
    void finish() throws Exception {
        stage = Stage.FINISHING;
        awaitEnd();
    }

    /** Waits for the clients; a refusal that no client expected fails the test here. */
    void awaitEnd() throws Exception {
        threads.shutdown();
        for (Future<?> each : clients) {
            each.get(60, TimeUnit.SECONDS);
        }
    }

    /** Ends clients that a failed round would leave behind. */
    @Override
    public void close() {
        expectTheEnd();
        List<Runnable> ignored = threads.shutdownNow();
    }
}
