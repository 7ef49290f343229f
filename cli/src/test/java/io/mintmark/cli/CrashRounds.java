package io.mintmark.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Starts a server again and again on the same data, lets clients work, kills it, and compares. */
final class CrashRounds {
    private static final long WRITES_MIN = 50;
    private static final int LINGER_MILLIS_MAX = 500;
    private static final List<Duration> PATIENCE = List.of(Duration.ofSeconds(30));

    private final Starter starter;
    private final SplittableRandom random;
    private final Acknowledged acknowledged = new Acknowledged();
    private final LossCheck check;
    private final StageTimes times = new StageTimes();

    /** How a server is started on the data of the rounds before. */
    @FunctionalInterface
    interface Starter {
        ServerProcess start() throws IOException;
    }

    CrashRounds(Starter starter, long seed) {
        this.starter = starter;
        this.random = new SplittableRandom(seed);
        this.check = new LossCheck(acknowledged, random.split());
    }

    /** Runs the rounds, then looks once more at everything; a broken promise is counted, not thrown. */
    CrashRounds run(int rounds) throws Exception {
        for (int round = 0; round <= rounds; round++) {
            times.begin();
            try (ServerProcess server = starter.start()) {
                URI url = server.awaitReady();
                times.end("start");
                HttpClient client = HttpClient.newHttpClient();
                Calls calls = new Calls(client, url);
                if (round == 0) {
                    calls.createDatabase();
                } else {
                    check.look(calls, round == rounds);
                }
                times.end("compare");
                if (round < rounds) {
                    try (Crowd crowd = Crowd.at(client, url, acknowledged, random, round, PATIENCE)) {
                        workAndKill(server, crowd);
                    }
                    times.end("work");
                }
            }
        }
        return this;
    }

    private void workAndKill(ServerProcess server, Crowd crowd) throws Exception {
        crowd.awaitWrites(WRITES_MIN);
        crowd.workFor(random, LINGER_MILLIS_MAX);
        crowd.expectTheEnd();
        server.kill();
        acknowledged.checker.fault("kill");
        crowd.awaitEnd();
    }

    Acknowledged acknowledged() {
        return acknowledged;
    }

    LossCheck check() {
        return check;
    }

    StageTimes times() {
        return times;
    }
}
