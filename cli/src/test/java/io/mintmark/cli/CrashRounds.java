package io.mintmark.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Starts a server again and again on the same data, lets clients work, kills it, and compares. */
final class CrashRounds {
    private static final int CLIENTS = 7;
    private static final long WRITES_MIN = 50;
    private static final int LINGER_MILLIS_MAX = 500;
    private static final Duration WORK_MAX = Duration.ofSeconds(60);

    private final Starter starter;
    private final SplittableRandom random;
    private final Acknowledged acknowledged = new Acknowledged();

    /** How a server is started on the data of the rounds before. */
    @FunctionalInterface
    interface Starter {
        ServerProcess start() throws IOException;
    }

    CrashRounds(Starter starter, long seed) {
        this.starter = starter;
        this.random = new SplittableRandom(seed);
    }

    /** Runs the rounds, then looks once more at everything; a broken promise is counted, not thrown. */
    Acknowledged run(int rounds) throws Exception {
        for (int round = 0; round <= rounds; round++) {
            try (ServerProcess server = starter.start()) {
                URI url = server.awaitReady();
                Calls calls = new Calls(HttpClient.newHttpClient(), url);
                if (round == 0) {
                    calls.createDatabase();
                } else {
                    acknowledged.verify(shown(calls));
                }
                if (round < rounds) {
                    workAndKill(server, url, round);
                }
            }
        }
        return acknowledged;
    }

    private void workAndKill(ServerProcess server, URI url, int round) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        List<Future<?>> clients = new ArrayList<>();
        long before = acknowledged.writes();
        for (int i = 0; i < CLIENTS; i++) {
            Calls calls = new Calls(client, url);
            clients.add(threads.submit(new CrashClient(calls, acknowledged, random.split(), "r" + round + "c" + i)));
        }
        awaitWrites(before + WRITES_MIN, clients);
        Thread.sleep(random.nextInt(LINGER_MILLIS_MAX));
        server.kill();
        acknowledged.checker.fault("kill");
        threads.shutdown();
        for (Future<?> each : clients) {
            // A refusal that no client expected fails the test here.
            each.get(60, TimeUnit.SECONDS);
        }
    }

    private void awaitWrites(long wanted, List<Future<?>> clients) throws Exception {
        long deadline = System.nanoTime() + WORK_MAX.toNanos();
        while (acknowledged.writes() < wanted) {
            if (System.nanoTime() > deadline || clients.stream().allMatch(Future::isDone)) {
                throw new IllegalStateException("a round must get " + WRITES_MIN + " answers: " + acknowledged.writes()
                        + " of " + wanted + " so far");
            }
            Thread.sleep(5);
        }
    }

    private static Acknowledged.Shown shown(Calls calls) {
        return new Acknowledged.Shown() {
            @Override
            public Map<String, String> read(Collection<String> ids) throws Exception {
                return calls.read(ids);
            }

            @Override
            public long max(String tag) throws Exception {
                return calls.max(tag);
            }
        };
    }
}
