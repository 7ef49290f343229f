package io.mintmark.cli;

import static org.awaitility.Awaitility.await;

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

    /** Sends clients of {@code nodes} to work, ours and RavenDB's among them; {@code name} begins the names of all. */
    static Crowd at(Nodes nodes, List<URI> urls, NodesHistory history, SplittableRandom random, String name) {
        HttpClient client = HttpClient.newHttpClient();
        List<Function<Supplier<Stage>, Runnable>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            SplittableRandom own = random.split();
            String each = name + "c" + i;
            clients.add(stage -> new NodesClient(client, nodes, history, own, each, stage));
        }
        SplittableRandom own = random.split();
        clients.add(stage -> new LibraryClient(urls, history, own, name + "library", stage));
        clients.add(stage -> new OfficialClient(urls, history, name + "official", stage));
        return of(history.acknowledged, clients);
    }

    /** Sends any clients to work; each is told what stage the work is in. */
    private static Crowd of(Acknowledged acknowledged, List<Function<Supplier<Stage>, Runnable>> clients) {
        Crowd crowd = new Crowd(acknowledged);
        for (Function<Supplier<Stage>, Runnable> client : clients) {
            crowd.clients.add(crowd.threads.submit(client.apply(() -> crowd.stage)));
        }
        return crowd;
    }

    /** Waits until {@code count} more writes are acknowledged: the server is there and works. */
    void awaitWrites(long count) {
        long wanted = acknowledged.writes() + count;
        await("a round gets " + count + " answers")
                .atMost(WORK_MAX)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> requireNoneFailed() && acknowledged.writes() >= wanted);
    }

    /** Lets the clients work for that long; none may fail meanwhile. */
    void workFor(Duration time) {
        await("the clients work").pollDelay(time).atMost(time.plus(WORK_MAX)).until(this::requireNoneFailed);
    }

    /** The same for any time below that one. */
    void workFor(SplittableRandom random, long millisMax) {
        workFor(Duration.ofMillis(random.nextLong(millisMax)));
    }

    private boolean requireNoneFailed() throws Exception {
        for (Future<?> each : clients) {
            if (each.isDone()) {
                // While the server is there a client ends only by a failure, which is thrown here.
                each.get();
                throw new IllegalStateException("a client ended before its server");
            }
        }
        return true;
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
