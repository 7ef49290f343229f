package io.mintmark.testkit.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The client's and the server's view of each fault. */
class FaultProxyTest {
    private static final String WHOLE = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nrequest ";

    private CountingServer server;
    private final List<Fault> heard = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        server = new CountingServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldPassRequestsOnOneConnection() throws IOException {
        try (FaultProxy proxy = before(Fault.NONE);
                Socket client = connect(proxy)) {
            assertThat(ask(client, post("abc"))).isEqualTo(WHOLE + "1");
            assertThat(ask(client, chunked())).isEqualTo(WHOLE + "2");
        }
        assertThat(heard).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"DELAY, 1", "SEND_TWICE, [12]", "COPY_LATER, 1"})
    void shouldAnswerInSpiteOf(Fault fault, String answer) throws IOException {
        try (FaultProxy proxy = before(fault);
                Socket client = connect(proxy)) {
            assertThat(ask(client, post("abc"))).startsWith(WHOLE).matches("(?s).*request " + answer);
            assertThat(proxy.faultCount()).isEqualTo(1);
        }
        assertThat(heard).containsExactly(fault);
    }

    @Test
    void shouldSendACopyAfterTheReply() throws Exception {
        try (FaultProxy proxy = before(Fault.COPY_LATER);
                Socket client = connect(proxy)) {
            assertThat(ask(client, post("abc"))).isEqualTo(WHOLE + "1");

            await("the copy arrives").until(() -> server.requests() == 2);
        }
    }

    @ParameterizedTest
    @CsvSource({"REFUSE, 0", "RESET_IN_REQUEST, 0", "DROP_REPLY, 1", "RESET_IN_REPLY, 1", "HALF_CLOSE, 1"})
    void shouldKeepTheWholeReplyFromTheClient(Fault fault, int asked) throws IOException {
        try (FaultProxy proxy = before(fault);
                Socket client = connect(proxy)) {
            assertThat(askUntilTheEnd(client, post("abc")))
                    .doesNotContain("request 1")
                    .hasSizeLessThan(WHOLE.length());
        }
        assertThat(server.requests()).isEqualTo(asked);
    }

    @Test
    void shouldGoOnByAnotherPlan() throws IOException {
        try (FaultProxy proxy = before(Fault.REFUSE, Fault.REFUSE)) {
            proxy.follow(FaultPlan.calm());
            try (Socket client = connect(proxy)) {
                assertThat(ask(client, post(""))).isEqualTo(WHOLE + "1");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void shouldDrawTheSameFaultsFromTheSameSeed(Fault kind) {
        FaultPlan some = FaultPlan.random(7, 0.5, kind, Fault.DELAY);
        FaultPlan same = FaultPlan.random(7, 0.5, kind, Fault.DELAY);

        List<Fault> drawn = IntStream.range(0, 100).mapToObj(i -> some.next()).toList();

        assertThat(IntStream.range(0, 100).mapToObj(i -> same.next())).containsExactlyElementsOf(drawn);
        assertThat(drawn).contains(kind).contains(Fault.DELAY);
    }

    @Test
    void shouldRefuseAPlanWithoutKindsOrWithAShareThatIsNone() {
        assertThatThrownBy(() -> FaultPlan.random(1, 0.5)).hasMessageContaining("one kind at least");
        assertThatThrownBy(() -> FaultPlan.random(1, 1.5, Fault.DELAY)).hasMessageContaining("share=1.5");
    }

    @Test
    void shouldRefuseAServerWithTls() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FaultProxy.before(URI.create("https://127.0.0.1:8443"), FaultPlan.calm()))
                .withMessageContaining("http://HOST:PORT")
                .withMessageContaining("https://127.0.0.1:8443");
    }

    private FaultProxy before(Fault... faults) {
        return FaultProxy.before(server.url(), FaultPlan.inTurn(faults), heard::add);
    }

    private static Socket connect(FaultProxy proxy) throws IOException {
        Socket client = new Socket("127.0.0.1", proxy.url().getPort());
        client.setSoTimeout(10_000);
        return client;
    }

    private static String post(String body) {
        return "POST / HTTP/1.1\r\nHost: localhost\r\ncontent-length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String chunked() {
        return "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    }

    private static String ask(Socket client, String request) throws IOException {
        client.getOutputStream().write(request.getBytes(US_ASCII));
        return answer(client);
    }

    private static String answer(Socket client) throws IOException {
        return new String(client.getInputStream().readNBytes(WHOLE.length() + 1), US_ASCII);
    }

    private static String askUntilTheEnd(Socket client, String request) throws IOException {
        client.getOutputStream().write(request.getBytes(US_ASCII));
        StringBuilder answer = new StringBuilder();
        try {
            for (int next = client.getInputStream().read();
                    next >= 0;
                    next = client.getInputStream().read()) {
                answer.append((char) next);
            }
        } catch (IOException reset) {
            return answer.toString();
        }
        return answer.toString();
    }
}
