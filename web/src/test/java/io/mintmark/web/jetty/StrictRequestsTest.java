package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.support.Eventually;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What two programs on the way of a request could read in two ways is refused, over raw sockets. */
class StrictRequestsTest {
    private static final String CHUNKS = "\r\n\r\n3\r\nabc\r\n0\r\n\r\n";

    @AutoClose
    private static HttpFront front;

    @BeforeAll
    static void start() {
        front = Fronts.start(Fronts.router(), Fronts.SMALL, Fronts.patience(2500, 5000));
    }

    private static void assertRefused(Wire wire) throws Exception {
        Wire.Answer answer = wire.answer();

        answer.expect(400);
        JsonNode body = Fronts.tree(answer.bytes());
        assertThat(body.fieldNames()).toIterable().containsExactly("Url", "Type", "Message", "Error");
        assertThat(wire.isClosedByServer()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /ping http/1.1",
                "GET /ping Http/1.1",
                "GET /ping HTTp/1.1",
                "GET /ping http/1.0",
                "GET  /ping HTTP/1.1",
                "GET /ping  HTTP/1.1",
                "GET   /ping   HTTP/1.1",
                "GET /ping HTTP/1.1 ",
                "GET\t/ping HTTP/1.1",
                " GET /ping HTTP/1.1",
            })
    void shouldRefuseARequestLineThatIsNotWrittenAsItMustBe(String line) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            assertRefused(wire.send(line + "\r\nHost: x\r\n\r\n"));
        }
    }

    /** All of these bytes would become the same letter, and different ids one. */
    @ParameterizedTest
    @ValueSource(strings = {"\u00ff", "\u00c3", "\u00c3\u0081\u0081", "\u00ed\u00a0\u0080", "\u00c0\u00af"})
    void shouldRefuseATargetWhoseBytesAreNoUtf8(String octets) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            wire.send("GET /ping?id=" + octets + " HTTP/1.1\r\nHost: x\r\n\r\n");

            wire.answer().expect(400);
        }
        try (Wire wire = Wire.to(front.address())) {
            wire.send("GET /ping?id=\u00c3\u0084 HTTP/1.1\r\nHost: x\r\n\r\n");

            wire.answer().expect(200);
        }
    }

    /** However the line is cut into pieces on its way. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /ping http/1.1\r\nHost: x\r\n\r\n", "GET  /ping HTTP/1.1\r\nHost: x\r\n\r\n"})
    void shouldRefuseItByteByByte(String request) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            for (char c : request.toCharArray()) {
                wire.send(String.valueOf(c));
                Eventually.pass(2);
            }
            assertRefused(wire);
        }
    }

    /** Each request of a connection is looked at, also where it came together with the one before it. */
    @Test
    void shouldRefuseTheSecondRequestOfAConnection() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            wire.send("GET /ping HTTP/1.1\r\nHost: x\r\n\r\n" + "GET /ping http/1.1\r\nHost: x\r\n\r\n");

            wire.answer().expect(200);
            assertRefused(wire);
        }
    }

    @Test
    void shouldAnswerTheNextRequestOfAConnectionWhateverABodyHeld() throws Exception {
        String body = "a  b http/1.1\r\n";
        try (Wire wire = Wire.to(front.address())) {
            for (int i = 0; i < 3; i++) {
                wire.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                assertThat(wire.answer().body()).isEqualTo(body);
                wire.send("\r\nGET /ping HTTP/1.0\r\nConnection: keep-alive\r\nA:  b  c\r\n\r\n");
                wire.answer().expect(200);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: chunked, identity",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: chunked;q=1",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: x, \"chunked\"",
                "Transfer-Encoding: , chunked",
                "Transfer-Encoding: chunked,",
                "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: \r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                "Transfer-Encoding: chunked\r\nContent-Length: 3",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: ",
            })
    void shouldRefuseEveryTransferCodingButChunkedAlone(String fields) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            assertRefused(wire.send("POST /echo HTTP/1.1\r\nHost: x\r\n" + fields + CHUNKS));
        }
    }

    /** HTTP/1.0 has no transfer codings: whoever forwards one there did not understand it. */
    @Test
    void shouldRefuseATransferCodingOfHttp10() throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            assertRefused(wire.send("POST /echo HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked" + CHUNKS));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transfer-Encoding: chunked", "transfer-encoding:CHUNKED", "Transfer-Encoding:  chunked "})
    void shouldTakeChunkedAlone(String field) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            Wire.Answer answer = wire.send("POST /echo HTTP/1.1\r\nHost: x\r\nTE: trailers\r\n" + field + CHUNKS)
                    .answer();

            answer.expect(200);
            assertThat(answer.body()).isEqualTo("abc");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization",
                "authorization",
                "Origin",
                "Sec-Fetch-Site",
                "If-Match",
                "If-None-Match",
                "Mintmark-Life",
                "Sec-WebSocket-Key",
                "Content-Length",
                "Host",
            })
    void shouldRefuseASecondFieldWhereOneIsMeant(String name) throws Exception {
        String value = name.equals("Content-Length") ? "0" : "x";
        String host = name.equals("Host") ? "" : "Host: x\r\n";
        String twice = name + ": " + value + "\r\n" + name.toUpperCase(Locale.ROOT) + ": " + value + "\r\n";
        try (Wire wire = Wire.to(front.address())) {
            assertRefused(wire.send("GET /ping HTTP/1.1\r\n" + host + twice + "\r\n"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept-Encoding", "X-Forwarded-For", "Via", "Raven-Client-Version", "Accept"})
    void shouldTakeASecondFieldWhereListsAreMeantOrNothingIsRead(String name) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            wire.send("GET /ping HTTP/1.1\r\nHost: x\r\n" + (name + ": x\r\n").repeat(2) + "\r\n");

            wire.answer().expect(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:80", "x:80", "x"})
    void shouldRefuseATunnelAndKeepNoConnectionForIt(String target) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            assertRefused(wire.send("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n\r\n"));
        }
    }

    /** What stands in a URL or another field says nothing about who is called. */
    @ParameterizedTest
    @ValueSource(strings = {"http://other/ping", "http://x:81/ping"})
    void shouldRefuseATargetOfAnotherHostThanTheFieldNames(String target) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            assertRefused(wire.send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n"));
        }
    }

    /** A proxy may take what stands before the path for a host, or for a part of the path. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host:/ping",
                "x:/ping",
                "x:1/ping",
                "x://x/ping",
                "ftp://x/ping",
                "http:/ping",
                "http:ping",
                "http:///ping",
                "https:/ping",
                "HTTPS:/ping",
                "ping",
                "?/ping",
                "*/ping",
                "@x/ping",
                "h/ping",
            })
    void shouldRefuseATargetThatIsNeitherAPathNorAUrl(String target) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            assertRefused(wire.send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ping", "http://x/ping", "HTTP://x/ping", "/ping?http:/", "/ping?a=x:/y"})
    void shouldTakeAPathOrAUrl(String target) throws Exception {
        try (Wire wire = Wire.to(front.address())) {
            wire.send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n").answer().expect(200);
        }
    }
}
