package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.judge.Judge;
import io.mintmark.testkit.judge.Rule;
import io.mintmark.testkit.judge.Verdict;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server under SIGKILL, as the judges of the testkit see it, which know nothing of it: clients record what they
 * asked and were told, to a file that is read again.
 */
class NightlyJudgedKillsIT {
    private static final int CLIENTS = 6;
    private static final long ANSWERS_PER_LIFE = 400;
    private static final int TWIN_LIVES_MAX = 10;

    @TempDir
    private Path directory;

    @Test
    void shouldContradictNothing() throws Exception {
        int rounds = Effort.of("judged kill -9 rounds", 2, 4, 200);
        long seed = Seed.fresh("judged kill -9");
        Path file = directory.resolve("history");
        try (HistoryRecorder recorder = HistoryRecorder.toFile(file)) {
            CrashRounds.Starter server = () -> ServerProcess.serve(directory, "-XX:+UseSerialGC");
            SplittableRandom random = new SplittableRandom(seed);
            List<JudgedClient> clients = clients(recorder, random, true);
            for (int round = 0; round < rounds; round++) {
                round(server, clients, round == 0);
            }
            readBack(server, clients.get(0));
        }

        Verdict verdict = Judge.all().judge(History.read(file)).assertHolds();

        System.out.println("[report] " + rounds + " kills, seed " + seed + System.lineSeparator() + verdict);
        assertThat(verdict.judged()).hasSize(5);
    }

    /** The broken twin: a server that answers first and writes later. At times a kill finds nothing unwritten. */
    @Test
    void shouldFindAServerThatAnswersBeforeItWrites() throws Exception {
        SplittableRandom random = new SplittableRandom(Seed.fresh("judged kill -9, broken twin"));
        Path state = directory.resolve("state");
        List<String> forgetful = List.of(
                "-cp", System.getProperty("java.class.path"), ForgetfulServer.class.getName(), state.toString());
        HistoryRecorder recorder = HistoryRecorder.inMemory();
        List<JudgedClient> clients = clients(recorder, random, false);
        for (int round = 0; round < TWIN_LIVES_MAX; round++) {
            round(() -> ServerProcess.java(directory, forgetful), clients, true);
        }

        Verdict verdict = Judge.all().judge(recorder.history());

        System.out.println("[report] the twin: " + verdict);
        assertThat(verdict.holds()).isFalse();
        assertThat(verdict.violations())
                .anyMatch(each -> each.rule() == Rule.RANGES_OVERLAP || each.rule() == Rule.RANGE_TWICE)
                .anyMatch(each -> each.rule() == Rule.IDENTITY_BEHIND || each.rule() == Rule.IDENTITY_TWICE);
    }

    private static List<JudgedClient> clients(HistoryRecorder recorder, SplittableRandom random, boolean hasDocuments) {
        return IntStream.range(0, CLIENTS)
                .mapToObj(i -> new JudgedClient(recorder.process("client " + i), "c" + i, random.split(), hasDocuments))
                .toList();
    }

    private static void round(CrashRounds.Starter starter, List<JudgedClient> clients, boolean isNew) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try (ServerProcess server = starter.start()) {
            URI url = server.awaitReady();
            if (isNew) {
                assertThat(Http.create(url, JudgedClient.DATABASE)).isEqualTo(201);
            }
            long before = answers(clients);
            List<Future<?>> working = new ArrayList<>();
            clients.forEach(client -> working.add(threads.submit(() -> client.workUntilGone(url))));
            await("answers").atMost(60, TimeUnit.SECONDS).until(() -> answers(clients) - before > ANSWERS_PER_LIFE);
            server.kill();
            for (Future<?> each : working) {
                each.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static long answers(List<JudgedClient> clients) {
        return clients.stream().mapToLong(JudgedClient::answers).sum();
    }

    private static void readBack(CrashRounds.Starter starter, JudgedClient reader) throws Exception {
        try (ServerProcess server = starter.start()) {
            reader.readEverything(server.awaitReady());
        }
    }
}
