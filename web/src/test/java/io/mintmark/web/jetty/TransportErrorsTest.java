package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.support.Eventually;
import io.mintmark.web.http.Router;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransportErrorsTest {
    @AutoClose
    private static HttpFront front;

    @BeforeAll
    static void start() {
        front = Fronts.start(Fronts.router(), Fronts.SMALL, Fronts.patience(2500, 5000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0000\u0001\u0002garbage\r\n\r\n",
                "hello\r\n\r\n",
                "GET /ping HTTP/9.9\r\nHost: x\r\n\r\n",
                "GET /ping HTTP/1.1\r\n\r\n",
                "GET /ping HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                "GET /ping HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n",
                "GET /ping HTTP/1.1\r\nHost: x\r\nName : v\r\n\r\n",
                "GET /ping HTTP/1.1\r\nHost: x\r\nFolded: a\r\n b\r\n\r\n",
                "GET /ping HTTP/1.1\nHost: x\n\n",
                "GET /ping HTTP/1.1\r\nHost: x\nA: b\r\n\r\n",
                "GET /seen/%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /seen/%ff HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /seen/a%2Fb HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /seen/../ping HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /seen/%2e%2e/ping HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /ping?id=%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: 1\r\n\r\nx",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nshort",
                "GET /fail HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n",
                "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            })
    void answersEveryMistakeInTheOneJsonShape(String request) throws Exception {
        Wire.Answer answer = Wire.ask(front.address(), request);

        assertThat(answer.status()).isBetween(400, 599).isNotIn(408, 410, 502, 503, 504);
        assertThat(answer.headers())
                .containsEntry("Content-Type", "application/json; charset=utf-8")
                .containsEntry("Raven-Server-Version", "6.0.2")
                .doesNotContainKey("Server");
        JsonNode body = Fronts.tree(answer.bytes());
        assertThat(body.fieldNames()).toIterable().containsExactly("Url", "Type", "Message", "Error");
        assertThat(body.get("Error").asText())
                .isEqualTo(
                        body.get("Type").asText() + ": " + body.get("Message").asText());
        assertThat(answer.body()).doesNotContain("secret", "\\tat ", "io.mintmark", "jetty");
    }

    @Test
    void closesAfterMistakeInTheTransport() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            wire.send("hello\r\n\r\n").answer();

            assertThat(wire.isClosedByServer()).isTrue();
        }
    }

    @Test
    void survivesRandomGarbage() throws Exception {
        java.util.Random random = new java.util.Random(42);
        for (int i = 0; i < 50; i++) {
            byte[] garbage = new byte[100];
            random.nextBytes(garbage);
            try (Wire wire = Wire.to(front.address())) {
                wire.send(garbage);
            }
        }

        Wire.ask(front.address(), Fronts.get("/ping")).expect(200);
    }

    @Test
    void letsAnEndpointWorkLongerThanAConnectionMayIdle() throws Exception {
        Router slow = new Router().add("GET", "/slow", request -> {
            Eventually.pass(1000);
            return Fronts.json("1");
        });
        try (HttpFront patient = Fronts.start(slow, Fronts.SMALL, Fronts.patience(200, 5000))) {
            assertThat(Wire.ask(patient.address(), Fronts.get("/slow")).body()).isEqualTo("1");
        }
    }
}
