package io.mintmark.lab.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.GoodClients;
import io.mintmark.lab.instrument.HttpConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Promise G11 under attack. Only Linux answers on all of 127.0.0.0/8, which the attackers come from. */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class AttackTest {
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-Xmx256m", "-XX:TieredStopAtLevel=1");
    /** Limits of minutes by default, of seconds here. */
    private static final List<String> IMPATIENT =
            List.of("--limit-head-time", "1s", "--limit-grace", "1s", "--limit-rate", "64k");

    private static final List<String> SLOW = List.of("half a head", "a head drip by drip", "a body drip by drip");

    @TempDir
    private Path directory;

    @BeforeAll
    static void onlyInTheProof() {
        boolean proof = "proof".equals(System.getProperty("mintmark.effort"));
        if (!proof) {
            System.out.println(
                    "[skipped] hostile clients and a flood: minutes of load on all cores; run verify/lab/attack or"
                            + " `mvn verify -Pproof`");
        }
        assumeTrue(proof);
    }

    private AttackReport attack(List<String> serve) throws Exception {
        return attack(quick(), serve);
    }

    private AttackReport attack(AttackOptions options, List<String> serve) throws Exception {
        AttackReport report = Attack.run(options, directory, JVM, serve);
        System.out.println(report.markdown());
        return report;
    }

    private static AttackOptions quick(String... words) {
        return CommandLine.populateCommand(
                new AttackOptions(),
                Stream.concat(Stream.of("--quick"), Stream.of(words)).toArray(String[]::new));
    }

    private static long endedSlow(AttackReport report) {
        return ended(report, SLOW);
    }

    private static long ended(AttackReport report, List<String> kinds) {
        return report.hostile().entrySet().stream()
                .filter(each -> kinds.contains(each.getKey()))
                .mapToLong(each -> each.getValue().ended())
                .sum();
    }

    @Test
    void shouldAnswerGoodClientsBesideHostileOnesAndAFlood() throws Exception {
        AttackPlan plan = quick().plan();
        System.out.printf(
                "[effort] hostile connections: %,d here, %,d with `verify/lab/attack`%n",
                plan.connections(), AttackPlan.of(Effort.FULL).connections());

        AttackReport report = attack(IMPATIENT);

        assertThat(report.alive()).isTrue();
        assertThat(report.phase("siege").good().answeredPercent()).isGreaterThanOrEqualTo(99.9);
        assertThat(report.phase("flood").good().answeredPercent()).isGreaterThanOrEqualTo(99.0);
        assertThat(report.phase("after").good().failures()).isEmpty();
        assertThat(report.phase("siege").inserts().failed())
                .as("good bulk inserts that found no place beside hostile ones")
                .isZero();
        for (String coding : List.of("", " in gzip", " in zstd")) {
            assertThat(ended(report, List.of("a stream of white space" + coding)))
                    .as("white space%s without an end is refused", coding)
                    .isPositive();
        }
        assertThat(endedSlow(report))
                .as("every slow client is ended again and again")
                .isGreaterThan(plan.connections());
        assertThat(report.phase("siege").state().connections()).isGreaterThan(plan.connections() * 0.5);
        assertThat(report.flood().ok()).as("work goes on").isPositive();
    }

    @Test
    void shouldAnswerGoodClientsBesideThoseWithoutAGoodCredential() throws Exception {
        AttackReport report = attack(quick("--guesses"), List.of());

        assertThat(report.phase("siege").good().answeredPercent()).isGreaterThanOrEqualTo(99.9);
        assertThat(report.phase("after").good().failures()).isEmpty();
        assertThat(ended(report, List.of("one wrong token", "fifty guesses at once")))
                .as("connections of guessers are closed again and again")
                .isGreaterThan(100);
        assertThat(report.flood().ok())
                .as("those with a clearance are answered")
                .isPositive();
    }

    /** The broken twin: a server with all the patience in the world keeps every slow client for ever. */
    @Test
    void wouldKeepSlowClientsForEverWithoutALimit() throws Exception {
        AttackReport report = attack(List.of("--limit-head-time", "1h", "--limit-grace", "1h", "--limit-idle", "1h"));

        assertThat(endedSlow(report)).isZero();
    }

    /** Clients that send nearly all of a body each, many times the heap together. */
    private Map<String, Integer> sendBodies(List<String> serve, StringBuilder log) throws Exception {
        List<HttpConnection> connections = new ArrayList<>();
        List<String> jvm = List.of("-XX:+UseSerialGC", "-Xmx96m", "-XX:TieredStopAtLevel=1");
        try (TargetServer server = TargetServer.start(directory, jvm, serve, Optional.empty());
                GoodClients good = new GoodClients(Attack.good(server, 4), Attack.habits(20))) {
            boolean read = true;
            for (int i = 0; i < 60 && read; i++) {
                HttpConnection connection = HttpConnection.from(Siege.address(i % 6), server.address());
                connections.add(connection);
                read = send(connection);
            }
            // Forty from each of four clients: two seconds if the server answers.
            await().atMost(Duration.ofMinutes(1)).until(() -> good.asked() >= 160);
            GoodClients.Result result = good.result();
            log.append(server.log());
            assertThat(result.asked()).isPositive();
            return result.failures();
        } finally {
            connections.forEach(HttpConnection::close);
        }
    }

    /** Sends on a thread of its own, since a server without heap reads no more; returns whether it was read. */
    private static boolean send(HttpConnection connection) throws InterruptedException {
        Thread sender = new Thread(() -> {
            try {
                connection.sendUnfinished("POST /databases/attack/bulk_docs", 8_000_000, 7_000_000);
            } catch (IOException closed) {
                // A server that gives up, or this test at its end; what the good clients felt is what counts.
            }
        });
        sender.setDaemon(true);
        sender.start();
        sender.join(5_000);
        return !sender.isAlive();
    }

    /** The server refuses a bound that its heap does not hold, so the broken twin is the server's own NightlySmallHeapTest. */
    @Test
    void shouldKeepItsHeapWhenBodiesWantMoreThanThereIs() throws Exception {
        StringBuilder log = new StringBuilder();

        Map<String, Integer> failures = sendBodies(List.of("--limit-body", "8m", "--limit-memory", "24m"), log);

        assertThat(failures).isEmpty();
        assertThat(log).doesNotContain("OutOfMemoryError").contains("for want of memory");
    }
}
