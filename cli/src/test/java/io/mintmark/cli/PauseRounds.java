package io.mintmark.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Stops a server under load again and again (SIGSTOP), lets it go on (SIGCONT), and compares.
 *
 * <p>Half of the clients give up on a reply sooner than the longest pauses end, so that the server goes on with requests
 * whose client is gone, and gets some of them again. Beside some pauses a second server is started on the same data,
 * which must refuse. Each start of the server sees some pauses; at every second one's last pause it is killed while it is
 * stopped, otherwise the clients finish and the comparison is made before the kill, too.
 */
final class PauseRounds {
    private static final int SECOND_SERVER_EVERY = 8;
    private static final long WRITES_MIN = 30;
    private static final int LINGER_MILLIS_MAX = 200;
    private static final double PAUSE_MILLIS_MIN = 50;
    private static final double PAUSE_MILLIS_MAX = 3_000;
    private static final List<Duration> PATIENCE = List.of(Duration.ofMillis(700), Duration.ofSeconds(30));

    private final CrashRounds.Starter starter;
    private final int pausesAStart;
    private final SplittableRandom random;
    private final Acknowledged acknowledged = new Acknowledged();
    private final LossCheck check;
    private final StageTimes times = new StageTimes();
    private final List<String> admitted = new ArrayList<>();
    private int refused;
    private long pausedMillis;

    /** Each start of the server sees {@code pausesAStart} pauses on average. */
    PauseRounds(CrashRounds.Starter starter, int pausesAStart, long seed) {
        this.starter = starter;
        this.pausesAStart = pausesAStart;
        this.random = new SplittableRandom(seed);
        this.check = new LossCheck(acknowledged, random.split());
    }

    /** Pauses the server so often, then looks once more at everything; a broken promise is counted, not thrown. */
    PauseRounds run(int pauses) throws Exception {
        for (int done = 0, start = 0; done < pauses; start++) {
            int some = Math.min(random.nextInt(1, 2 * pausesAStart), pauses - done);
            try (ServerProcess server = starter.start()) {
                work(server, start, done, some);
            }
            done += some;
        }
        try (ServerProcess server = starter.start()) {
            check.look(new Calls(HttpClient.newHttpClient(), server.awaitReady()), true);
        }
        return this;
    }

    private void work(ServerProcess server, int start, int done, int pauses) throws Exception {
        times.begin();
        URI url = server.awaitReady();
        times.end("start");
        HttpClient client = HttpClient.newHttpClient();
        Calls calls = new Calls(client, url);
        if (start == 0) {
            calls.createDatabase();
        } else {
            check.look(calls, false);
        }
        times.end("compare");
        try (Crowd crowd = Crowd.at(client, url, acknowledged, random, start, PATIENCE)) {
            boolean gone = pauseAgainAndAgain(server, crowd, done, pauses, start % 2 == 0);
            if (!gone) {
                crowd.awaitWrites(WRITES_MIN);
                crowd.finish();
                times.end("work");
                check.look(calls, false);
                times.end("compare");
                server.kill();
            }
        }
    }

    /** Pauses so often; returns whether the server was killed in the last pause. */
    private boolean pauseAgainAndAgain(ServerProcess server, Crowd crowd, int done, int pauses, boolean killLast)
            throws Exception {
        for (int i = 1; i <= pauses; i++) {
            crowd.awaitWrites(WRITES_MIN);
            crowd.workFor(random, LINGER_MILLIS_MAX);
            times.end("work");
            pause(server, (done + i) % SECOND_SERVER_EVERY == 2);
            if (killLast && i == pauses) {
                killStopped(server, crowd);
                return true;
            }
            server.resume();
            times.end("pause");
        }
        return false;
    }

    private void pause(ServerProcess server, boolean withSecond) throws Exception {
        long length = Math.round(PAUSE_MILLIS_MIN * Math.pow(PAUSE_MILLIS_MAX / PAUSE_MILLIS_MIN, random.nextDouble()));
        long begun = System.nanoTime();
        server.pause();
        acknowledged.checker.fault("pause");
        if (withSecond) {
            startSecond();
        }
        RealTime.pass(Duration.ofMillis(
                Math.max(0, length - Duration.ofNanos(System.nanoTime() - begun).toMillis())));
        pausedMillis += Duration.ofNanos(System.nanoTime() - begun).toMillis();
    }

    private void startSecond() throws IOException, InterruptedException {
        acknowledged.checker.fault("second server");
        try (ServerProcess second = starter.start()) {
            if (!second.endsUnready()) {
                admitted.add("it began to serve");
            } else if (second.awaitExit() == 0 || !second.log().contains("in use by another server")) {
                admitted.add("it ended with " + second.awaitExit() + ": " + second.log());
            } else {
                refused++;
            }
        }
    }

    private void killStopped(ServerProcess server, Crowd crowd) throws Exception {
        crowd.expectTheEnd();
        server.kill();
        acknowledged.checker.fault("kill while stopped");
        crowd.awaitEnd();
        times.end("pause");
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

    /** Returns how often a second server refused to start. */
    int refused() {
        return refused;
    }

    /** Returns what second servers did instead, one line each. */
    List<String> admitted() {
        return List.copyOf(admitted);
    }

    Duration paused() {
        return Duration.ofMillis(pausedMillis);
    }
}
