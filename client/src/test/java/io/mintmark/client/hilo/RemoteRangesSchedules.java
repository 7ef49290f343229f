package io.mintmark.client.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.exceptions.UnknownOutcomeException;
import io.mintmark.range.Range;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.HistoryReport;
import io.mintmark.testkit.Seed;
import io.mintmark.testkit.fault.Fault;
import io.mintmark.testkit.fault.FaultPlan;
import io.mintmark.testkit.fault.FaultProxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No number is issued twice (promise G1) through a network that loses, delays, repeats and cuts messages: real clients, real
 * sockets, the real server; and a server that knows no tokens, as RavenDB's own. Beside one that gives tokens and does not
 * look at them, or with a client that sends a lost return again, the same run finds duplicates.
 */
class RemoteRangesSchedules {
    private static final double SHARE = 0.25;
    private static final int TWIN_FAULTS_MAX = 20_000;
    private static final Fault[] ALL =
            EnumSet.complementOf(EnumSet.of(Fault.NONE)).toArray(Fault[]::new);

    /** A network that repeats a return which has no token can rewind a counter, and no client can help it. */
    private static final Fault[] WITHOUT_COPIES = EnumSet.complementOf(
                    EnumSet.of(Fault.NONE, Fault.SEND_TWICE, Fault.COPY_LATER))
            .toArray(Fault[]::new);

    @TempDir
    Path directory;

    @Test
    void shouldNeverIssueANumberTwiceThroughABrokenNetwork() throws Exception {
        try (RangeServer server = RangeServer.start(directory)) {
            String test = "numbers through a broken network";

            HistoryChecker history = run(test, server.url(), ALL, Effort.of("faults of the network", 400, 20_000));

            history.requireNoDuplicates();
        }
    }

    @Test
    void shouldNeverIssueANumberTwiceBesideAServerWithoutTokens() throws Exception {
        try (RavenRuleServer server = RavenRuleServer.withoutTokens()) {
            String test = "numbers of a server without tokens";

            HistoryChecker history =
                    run(test, server.url(), WITHOUT_COPIES, Effort.of("faults of the network", 400, 20_000));

            history.requireNoDuplicates();
            assertThat(history.returnCount()).isPositive();
        }
    }

    @Test
    void shouldSeeDuplicatesBesideAServerThatAcceptsReturnsTwice() throws Exception {
        try (RavenRuleServer server = RavenRuleServer.withTokensIgnored()) {
            requireDuplicates("broken twin: returns accepted twice", server.url(), ALL, ours -> ours);
        }
    }

    @Test
    void shouldSeeDuplicatesBesideItWhenAClientSendsALostReturnAgain() throws Exception {
        try (RavenRuleServer server = RavenRuleServer.withoutTokens()) {
            requireDuplicates(
                    "broken twin: lost returns sent again", server.url(), WITHOUT_COPIES, SendingReturnsAgain::new);
        }
    }

    /** Goes on until a number came twice, and fails if none does. */
    private static void requireDuplicates(String test, URI server, Fault[] kinds, UnaryOperator<HiLoExchange> habit)
            throws Exception {
        HistoryChecker history = new HistoryChecker();
        long seed = Seed.fresh(test);
        try (FaultProxy proxy = FaultRun.proxy(server, FaultPlan.random(seed, SHARE, kinds), history)) {
            new FaultRun(history, proxy, habit)
                    .run(seed, () -> history.duplicateCount() > 0 || proxy.faultCount() >= TWIN_FAULTS_MAX);
            System.out.printf("[%s] a duplicate after %,d faults%n", test, proxy.faultCount());
        }

        assertThatThrownBy(history::requireNoDuplicates).isInstanceOf(AssertionError.class);
    }

    /** The client that must fail without tokens: it sends a lost return once more a little later. */
    private record SendingReturnsAgain(HiLoExchange exchange) implements HiLoExchange {
        private static final int PAUSE_MILLIS_MAX = 20;

        @Override
        public NextRange next(LastRange last, long lastMax) {
            return exchange.next(last, lastMax);
        }

        @Override
        public ReturnReply giveBack(Range range, long last, RangeOrigin origin) {
            try {
                return exchange.giveBack(range, last, origin);
            } catch (UnknownOutcomeException lost) {
                LockSupport.parkNanos(1_000_000L * ThreadLocalRandom.current().nextInt(1, PAUSE_MILLIS_MAX + 1));
                return exchange.giveBack(range, last, origin);
            }
        }

        @Override
        public Optional<RangeOrigin> life() {
            return exchange.life();
        }

        @Override
        public OptionalLong max(URI node) {
            return exchange.max(node);
        }
    }

    private static HistoryChecker run(String test, URI server, Fault[] kinds, int faults) throws Exception {
        HistoryChecker history = new HistoryChecker();
        long seed = Seed.fresh(test);
        long start = System.nanoTime();
        try (FaultProxy proxy = FaultRun.proxy(server, FaultPlan.random(seed, SHARE, kinds), history)) {
            FaultRun run = new FaultRun(history, proxy);
            BooleanSupplier enough = () -> proxy.faultCount() >= faults || history.duplicateCount() > 0;
            run.run(seed, enough);

            HistoryReport report =
                    history.report(test, seed, Duration.ofNanos(System.nanoTime() - start), proxy.faultCount());
            System.out.println(report.line() + " · " + run.unavailable() + " numbers refused for the moment");
            assertThat(report.faults().keySet())
                    .as("each kind of fault happened")
                    .isEqualTo(labels(kinds));
        }
        assertThat(history.issuedCount()).isGreaterThan(faults);
        return history;
    }

    private static Set<String> labels(Fault[] kinds) {
        return Set.copyOf(Arrays.stream(kinds).map(Fault::label).toList());
    }
}
