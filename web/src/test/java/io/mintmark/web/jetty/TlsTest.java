package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.support.Eventually;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import io.mintmark.web.tls.TestCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests over TLS, and what is refused before there are any. */
class TlsTest {
    private static final TestCertificate SERVER =
            TestCertificate.named("server").make();
    private static final TestCertificate CLIENT =
            TestCertificate.named("client").make();
    private static final String TLS_1_3 = "TLSv1.3";
    private static final String TLS_1_2 = "TLSv1.2";

    @AutoClose
    private static HttpFront front;

    private static AdmissionCounts counts;

    @BeforeAll
    static void start() {
        counts = new AdmissionCounts();
        Router router = Fronts.router()
                .add("GET", "/client", request -> Fronts.json('"' + client(request) + '"'))
                .add("POST", "/length", request -> Fronts.json(Integer.toString(request.body().length)));
        HttpSettings settings = Fronts.settings(LimitsBuilder.WIDE, Fronts.tls(SERVER));
        front = Fronts.start(router, settings, counts, Duration.ofSeconds(10));
    }

    private static String client(Request request) {
        return request.clientCertificate()
                .map(shown -> shown.getSubjectX500Principal().getName())
                .orElse("nobody");
    }

    private static Wire connect(SSLContext context, String protocol) throws IOException {
        return Wire.encrypted(front.address(), context, protocol);
    }

    private static SSLContext nobody() {
        return TestCertificate.onlyTrusting(SERVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS_1_3, TLS_1_2})
    void shouldAnswerOneRequestAfterTheOther(String protocol) throws Exception {
        try (Wire wire = connect(nobody(), protocol)) {
            for (int i = 0; i < 3; i++) {
                Wire.Answer answer = wire.send(Fronts.get("/seen/a?q=b")).answer();

                answer.expect(200);
                assertThat(answer.body()).contains("\"https\"", "\"127.0.0.1\"");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS_1_3, TLS_1_2})
    void shouldReadAndWriteBodiesOfManyRecords(String protocol) throws Exception {
        String body = "abcdefgh".repeat(100_000);
        try (Wire wire = connect(nobody(), protocol)) {
            Wire.Answer answer = wire.send(Fronts.post("/echo", "Content-Length: 800000\r\n", body))
                    .answer();

            assertThat(answer.body()).isEqualTo(body);
            wire.send(Fronts.get("/ping")).answer().expect(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS_1_3, TLS_1_2})
    void shouldLetARefusalBeReadThoughItsBodyWasNot(String protocol) throws Exception {
        try (Wire wire = connect(nobody(), protocol)) {
            wire.send(Fronts.post("/length", "Content-Length: 999999999\r\n", "begun"));

            wire.answer().expect(413);
            assertThat(wire.isClosedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS_1_3, TLS_1_2})
    void shouldKnowAClientByTheCertificateThatNobodyElseSigned(String protocol) throws Exception {
        try (Wire known = connect(CLIENT.trusting(SERVER), protocol);
                Wire unknown = connect(nobody(), protocol)) {
            for (int i = 0; i < 2; i++) {
                assertThat(known.send(Fronts.get("/client")).answer().body()).isEqualTo("\"CN=client\"");
            }
            assertThat(unknown.send(Fronts.get("/client")).answer().body()).isEqualTo("\"nobody\"");
        }
    }

    @Test
    void shouldNotAskForCertificatesWhereItIsToldNotTo() throws Exception {
        TlsFront silent = new TlsFront(Fronts.tls(SERVER).context(), false);
        Router router = new Router().add("GET", "/client", request -> Fronts.json('"' + client(request) + '"'));
        HttpSettings settings = Fronts.settings(LimitsBuilder.WIDE, silent);
        try (HttpFront other = Fronts.start(router, settings, new AdmissionCounts(), Duration.ofSeconds(10));
                Wire wire = Wire.encrypted(other.address(), CLIENT.trusting(SERVER), TLS_1_3)) {
            assertThat(wire.send(Fronts.get("/client")).answer().body()).isEqualTo("\"nobody\"");
        }
    }

    static Stream<TestCertificate> certificatesThatARequestIsAnsweredAbout() {
        return Stream.of(
                TestCertificate.named("expired").expired().make(),
                TestCertificate.named("early").notYetValid().make(),
                TestCertificate.named("weak").key("RSA", 1024).make(),
                TestCertificate.named("strange").withUnknownCriticalExtension().make(),
                TestCertificate.named("first").versionOne().make(),
                TestCertificate.named("broken").withBrokenSignature().make());
    }

    @ParameterizedTest
    @MethodSource("certificatesThatARequestIsAnsweredAbout")
    void shouldLeaveItToTheGateWhichCertificatesAreGood(TestCertificate odd) throws Exception {
        String name = odd.certificate().getSubjectX500Principal().getName();
        try (Wire wire = connect(odd.trusting(SERVER), TLS_1_2)) {
            assertThat(wire.send(Fronts.get("/client")).answer().body()).isEqualTo('"' + name + '"');
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS_1_3, TLS_1_2})
    void shouldBreakOffWithAClientThatHasNoKeyToItsCertificate(String protocol) {
        TestCertificate stolen = CLIENT.withKeyOf(TestCertificate.named("thief").make());

        assertBrokenOff(stolen, protocol);
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS_1_3, TLS_1_2})
    void shouldBreakOffWithAClientWhoseCertificatesTakeTooMuchRoom(String protocol) {
        TestCertificate large = TestCertificate.named("large").padded(9000).make();
        TestCertificate huge = TestCertificate.named("huge").padded(200_000).make();
        TestCertificate last = TestCertificate.named("issuer 0").authority().make();
        for (int i = 1; i < 9; i++) {
            last = TestCertificate.named("issuer " + i)
                    .authority()
                    .issuedBy(last)
                    .make();
        }
        TestCertificate manifold =
                TestCertificate.named("manifold").issuedBy(last).make();

        assertBrokenOff(large, protocol);
        assertBrokenOff(huge, protocol);
        assertBrokenOff(manifold, protocol);
    }

    private static void assertBrokenOff(TestCertificate shown, String protocol) {
        long failed = counts.handshakesFailed();
        assertThatThrownBy(() -> {
                    try (Wire wire = connect(shown.trusting(SERVER), protocol)) {
                        wire.send(Fronts.get("/client")).answer();
                    }
                })
                .isInstanceOf(IOException.class);
        Eventually.until(() -> counts.handshakesFailed() == failed + 1);
    }

    @Test
    void shouldTellAPlainRequestWhereToCall() throws Exception {
        for (String request : new String[] {
            Fronts.get("/ping"),
            Fronts.post("/echo", "Content-Length: 5\r\n", "hello").replace("Host: x", "Host: ids.lan:8080")
        }) {
            Wire.Answer answer = Wire.ask(front.address(), request);

            answer.expect(400);
            assertThat(Fronts.tree(answer.bytes()).path("Message").asText())
                    .contains(request.startsWith("GET") ? "https://localhost:8080." : "https://ids.lan:8080.")
                    .contains("speaks TLS");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.1", "TLSv1"})
    void shouldRefuseOldVersions(String old) throws Exception {
        // Java itself speaks them no longer: a client hello of that version, and nothing newer, written by hand.
        byte minor = (byte) (old.equals("TLSv1") ? 1 : 2);
        byte[] hello = new byte[5 + 4 + 2 + 32 + 1 + 4 + 2];
        hello[0] = 22;
        hello[1] = 3;
        hello[2] = 1;
        hello[4] = (byte) (hello.length - 5);
        hello[5] = 1;
        hello[8] = (byte) (hello.length - 9);
        hello[9] = 3;
        hello[10] = minor;
        hello[45] = 2;
        hello[46] = (byte) 0xc0;
        hello[47] = 0x09;
        hello[48] = 1;
        try (Wire wire = Wire.to(front.address()).send(hello)) {
            // An alert, fatal: protocol version.
            assertThat(wire.socket().getInputStream().readNBytes(7)).endsWith(2, 70);
        }
    }

    @Test
    void shouldRefuseCiphersWithoutForwardSecrecy() {
        assertThatThrownBy(() -> {
                    SSLContext context = nobody();
                    try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                            .createSocket(
                                    front.address().getAddress(),
                                    front.address().getPort())) {
                        socket.setEnabledProtocols(new String[] {TLS_1_2});
                        socket.setEnabledCipherSuites(new String[] {"TLS_RSA_WITH_AES_128_GCM_SHA256"});
                        socket.startHandshake();
                    }
                })
                .isInstanceOf(SSLException.class);
    }

    @Test
    void shouldCloseAConnectionThatWantsToHandshakeAgain() throws Exception {
        try (Wire wire = connect(nobody(), TLS_1_2)) {
            wire.send(Fronts.get("/ping")).answer().expect(200);
            SSLSocket socket = (SSLSocket) wire.socket();

            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        wire.send(Fronts.get("/ping")).answer();
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0016\u0003\u0001\u0000\u0005hello",
                "\u0016\u0003\u0001\u00ff\u00ff",
                "\u0016\u0003\u0001\u0000\u0000\u0016\u0003\u0001\u0000\u0000",
                "\u0016\u0003\u0003\u0000\u0004\u0001\u0000\u0000\u0000",
                "\u0017\u0003\u0003\u0000\u0005hello",
                "\u0080\u002e\u0001\u0003\u0001",
                "no protocol at all\r\n\r\n"
            })
    void shouldEndWhatIsNoHandshakeAndAnswerTheNext(String bytes) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            wire.send(bytes.getBytes(StandardCharsets.ISO_8859_1));
            wire.socket().shutdownOutput();
            byte[] said = wire.socket().getInputStream().readAllBytes();

            assertThat(said.length).as("an alert, or a plain refusal").isLessThan(1000);
        }
        try (Wire wire = connect(nobody(), TLS_1_3)) {
            wire.send(Fronts.get("/ping")).answer().expect(200);
        }
    }
}
