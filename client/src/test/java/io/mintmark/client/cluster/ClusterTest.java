package io.mintmark.client.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.mintmark.client.cluster.ScriptedNode.Answer;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.exceptions.RequestInterruptedException;
import io.mintmark.client.exceptions.ServerOverloadedException;
import io.mintmark.client.exceptions.ServerUnreachableException;
import io.mintmark.client.exceptions.UnknownOutcomeException;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.testkit.fault.Fault;
import io.mintmark.testkit.fault.FaultPlan;
import io.mintmark.testkit.fault.FaultProxy;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which node is asked, how often, how long it is waited for, and what is never sent twice. */
class ClusterTest {
    private static final Request GET = Request.get("/databases/shop/stats");
    private static final Request PUT = Request.put("/databases/shop/docs?id=a");

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<Duration> waits = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    @Test
    void shouldAskTheNextNodeWhenOneCannotBeConnectedTo() {
        ScriptedNode alive = node(Answer.of(200, "here"));
        Cluster cluster = cluster(ScriptedNode.nobody(), alive.url());

        Reply first = cluster.send(PUT);
        Reply second = cluster.send(PUT);

        assertThat(first.node()).isEqualTo(alive.url());
        assertThat(new String(second.body(), UTF_8)).isEqualTo("here");
        assertThat(alive.requests()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 410, 502, 503, 504})
    void shouldReadFromTheNextNodeWhenOneIsNotInGoodHealth(int status) {
        ScriptedNode ill = node(Answer.of(status, "<html>gateway</html>"));
        ScriptedNode well = node(Answer.of(200, ""));

        assertThat(cluster(ill.url(), well.url()).send(GET).node()).isEqualTo(well.url());
        assertThat(waits).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 502, 504})
    void shouldNotRepeatAWriteThatAGatewayKnowsNothingOf(int status) {
        ScriptedNode gateway = node(Answer.of(status, ""));
        ScriptedNode other = node(Answer.of(201, ""));

        assertThatThrownBy(() -> cluster(gateway.url(), other.url()).send(PUT))
                .isInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("PUT /databases/shop/docs?id=a was sent to " + gateway.url())
                .hasMessageContaining("look at what is stored");
        assertThat(other.requests()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"DROP_REPLY", "RESET_IN_REPLY", "HALF_CLOSE", "RESET_IN_REQUEST"})
    void shouldReportAnUnknownOutcomeInsteadOfWritingTwice(Fault fault) {
        ScriptedNode node = node(Answer.of(201, "{\"Id\":\"a\"}"));
        FaultProxy proxy = opened(FaultProxy.before(node.url(), FaultPlan.inTurn(fault)));

        assertThatThrownBy(() -> cluster(proxy.url()).send(PUT)).isInstanceOf(UnknownOutcomeException.class);
        assertThat(node.requests()).hasSizeLessThanOrEqualTo(1);
        assertThat(proxy.faultCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"DROP_REPLY", "RESET_IN_REPLY", "HALF_CLOSE", "RESET_IN_REQUEST", "REFUSE"})
    void shouldRepeatWhatMayTakeEffectTwice(Fault fault) {
        ScriptedNode node = node(Answer.of(201, "{\"Id\":\"a\"}"));
        FaultProxy proxy = opened(FaultProxy.before(node.url(), FaultPlan.inTurn(fault)));

        Reply reply = cluster(proxy.url()).send(PUT.repeatable());

        assertThat(new String(reply.body(), UTF_8)).isEqualTo("{\"Id\":\"a\"}");
    }

    @Test
    void shouldWaitAsLongAsAnOverloadedServerAsks() {
        AtomicInteger asked = new AtomicInteger();
        ScriptedNode busy = opened(ScriptedNode.answering(request -> asked.incrementAndGet() <= 2
                ? Answer.refusal(503, "System.TimeoutException", "later").with("Retry-After", "2")
                : Answer.of(201, "")));

        assertThat(cluster(busy.url()).send(PUT).status()).isEqualTo(201);
        assertThat(waits).hasSize(2).allMatch(wait -> wait.compareTo(Duration.ofSeconds(2)) >= 0);
    }

    @Test
    void shouldNotWaitBeyondItsDeadline() {
        ScriptedNode busy =
                node(Answer.refusal(503, "System.TimeoutException", "later").with("Retry-After", "3600"));

        ServerOverloadedException refused = catchThrowableOfType(
                ServerOverloadedException.class, () -> cluster(busy.url()).send(PUT));

        assertThat(refused.retryAfter()).isEqualTo(Duration.ofHours(1));
        assertThat(busy.requests()).hasSize(1);
        assertThat(waits).isEmpty();
    }

    @Test
    void shouldWaitLongerFromRoundToRoundAndThenNameEveryAttempt() {
        URI nobody = ScriptedNode.nobody();

        ServerUnreachableException gone = catchThrowableOfType(
                ServerUnreachableException.class, () -> cluster(nobody).send(GET));

        assertThat(gone.attempts())
                .hasSize(4)
                .allMatch(attempt -> attempt.node().equals(nobody));
        assertThat(gone)
                .hasMessageContaining("all nodes were asked 4 times")
                .hasMessageContaining(nobody + ": connection refused, nothing listens there (4 times). Check the URL")
                .hasMessageNotContaining("ConnectException");
        assertThat(waits).containsExactly(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200));
    }

    @Test
    void shouldTellAHostThatNobodyKnowsFromAPortWhereNobodyListens() {
        URI unknown = URI.create("http://no-such-host.invalid:8080");

        assertThatThrownBy(() -> cluster(unknown).send(GET))
                .isInstanceOf(ServerUnreachableException.class)
                .hasMessageContaining(unknown + ": unknown host, no address is found for its name");
    }

    @Test
    void shouldSpendNoMoreThanItsBudgetOnFurtherAttempts() {
        ScriptedNode ill = node(Answer.of(502, ""));
        Cluster cluster = cluster(settings(ill.url()).retryBudget(0.1, 10));

        for (int i = 0; i < 500; i++) {
            assertThatThrownBy(() -> cluster.send(GET)).isInstanceOf(ServerUnreachableException.class);
        }

        assertThat(ill.requests()).hasSizeBetween(500 + 50, 500 + 50 + 10);
    }

    @Test
    void shouldEndAtOnceWhenItIsInterrupted() throws Exception {
        ServerSocket silent = opened(new ServerSocket(0));
        Cluster cluster = cluster(URI.create("http://127.0.0.1:" + silent.getLocalPort()));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                cluster.send(GET);
            } catch (RuntimeException e) {
                thrown.set(e);
                flag.set(Thread.currentThread().isInterrupted());
            }
        });

        caller.start();
        silent.accept().getInputStream().read();
        caller.interrupt();
        caller.join(5_000);

        assertThat(thrown.get()).isInstanceOf(RequestInterruptedException.class);
        assertThat(flag.get()).isTrue();
    }

    @Test
    void shouldSendNothingForAThreadThatIsInterrupted() {
        ScriptedNode node = node(Answer.of(200, ""));
        Thread.currentThread().interrupt();

        try {
            assertThatThrownBy(() -> cluster(node.url()).send(GET))
                    .isInstanceOf(RequestInterruptedException.class)
                    .hasMessageContaining("was not sent");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(node.requests()).isEmpty();
    }

    @Test
    void shouldNotWaitForABodyThatDrips() throws Exception {
        ServerSocket listener = opened(new ServerSocket(0));
        Thread dripping = new Thread(() -> drip(listener));
        dripping.setDaemon(true);
        dripping.start();
        URI url = URI.create("http://127.0.0.1:" + listener.getLocalPort());
        Cluster cluster = cluster(settings(url).attemptTimeout(Duration.ofMillis(200)));

        assertThatThrownBy(() -> cluster.send(PUT))
                .isInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("no reply within 200 ms");
    }

    private static void drip(ServerSocket listener) {
        try (var client = listener.accept()) {
            client.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".getBytes(UTF_8));
            while (true) {
                client.getOutputStream().write('x');
                await().pollInSameThread().pollDelay(Duration.ofMillis(20)).until(() -> true);
            }
        } catch (Exception clientIsGone) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldRefuseAReplyAboveItsLimit() {
        ScriptedNode node = node(Answer.of(200, "x".repeat(2_000)));

        assertThatThrownBy(
                        () -> cluster(settings(node.url()).replyBytesMax(1_024)).send(GET))
                .isInstanceOf(InvalidReplyException.class)
                .hasMessageContaining("replyBytesMax=1024");
    }

    @Test
    void shouldNotFollowARedirect() {
        ScriptedNode elsewhere = node(Answer.of(200, ""));
        ScriptedNode node = node(Answer.of(302, "").with("Location", elsewhere.url() + "/"));

        assertThatThrownBy(() -> cluster(node.url()).send(GET))
                .isInstanceOf(InvalidReplyException.class)
                .hasMessageContaining("302");
        assertThat(elsewhere.requests()).isEmpty();
    }

    @Test
    void shouldSendToTheNodeThatIsNamedOnly() {
        ScriptedNode preferred = node(Answer.of(200, ""));
        ScriptedNode named = node(Answer.of(204, ""));

        assertThat(cluster(preferred.url()).sendTo(named.url(), PUT).node()).isEqualTo(named.url());
        assertThat(preferred.requests()).isEmpty();
    }

    @Test
    void shouldRefuseRequestsOnceItIsClosed() {
        ScriptedNode node = node(Answer.of(200, ""));
        Cluster cluster = cluster(node.url());
        cluster.close();

        assertThatThrownBy(() -> cluster.send(GET))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void shouldEndWhatIsUnderWayWhenItIsClosed() throws Exception {
        ServerSocket silent = opened(new ServerSocket(0));
        URI url = URI.create("http://127.0.0.1:" + silent.getLocalPort());
        Cluster cluster = cluster(url);
        var reply = cluster.stream(url, PUT);
        silent.accept().getInputStream().read();

        cluster.close();

        assertThatThrownBy(reply::join).hasCauseInstanceOf(UnknownOutcomeException.class);
    }

    private ScriptedNode node(Answer answer) {
        return opened(ScriptedNode.answering(answer));
    }

    private Cluster cluster(URI... urls) {
        return cluster(settings(urls));
    }

    private Cluster cluster(ClusterSettings.Builder settings) {
        return opened(Cluster.of(settings.build()));
    }

    /** Fixed nodes, waits that are noted instead of waited, and random that always show a half. */
    private ClusterSettings.Builder settings(URI... urls) {
        return ClusterSettings.builder(List.of(urls))
                .database("shop")
                .fixedNodes()
                .random(() -> 0.5)
                .sleeper(nanos -> waits.add(Duration.ofNanos(nanos)));
    }

    private <T extends AutoCloseable> T opened(T one) {
        opened.push(one);
        return one;
    }
}
