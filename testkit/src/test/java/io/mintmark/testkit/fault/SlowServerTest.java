package io.mintmark.testkit.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A proxy before a server that answers when the test does. */
class SlowServerTest {
    private static final String REPLY = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nrequest 1";
    private static final String POST = "POST / HTTP/1.1\r\nHost: localhost\r\ncontent-length: 3\r\n\r\nabc";

    /** The server answers neither of the two before it has both. */
    @Test
    void shouldSendBothRequestsBeforeOneIsAnswered() throws IOException {
        try (ServerSocket slow = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                FaultProxy proxy = FaultProxy.before(url(slow), FaultPlan.inTurn(Fault.SEND_TWICE));
                Socket client = connect(proxy)) {
            slow.setSoTimeout(5_000);
            client.getOutputStream().write(POST.getBytes(US_ASCII));
            try (Socket one = slow.accept();
                    Socket other = slow.accept()) {
                for (Socket each : List.of(one, other)) {
                    each.setSoTimeout(5_000);
                    assertThat(HttpMessage.request(each.getInputStream())).isNotNull();
                }
                for (Socket each : List.of(one, other)) {
                    each.getOutputStream().write((REPLY).getBytes(US_ASCII));
                }
                assertThat(answer(client)).isEqualTo(REPLY);
            }
        }
    }

    /** A server that takes its time gets the copy after its answer all the same. */
    @Test
    void shouldSendNoCopyBeforeTheReply() throws IOException {
        try (ServerSocket slow = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                FaultProxy proxy = FaultProxy.before(url(slow), FaultPlan.inTurn(Fault.COPY_LATER));
                Socket client = connect(proxy)) {
            client.getOutputStream().write(POST.getBytes(US_ASCII));
            try (Socket first = slow.accept()) {
                slow.setSoTimeout(200);
                assertThatThrownBy(slow::accept).isInstanceOf(SocketTimeoutException.class);
                assertThat(HttpMessage.request(first.getInputStream())).isNotNull();
                first.getOutputStream().write((REPLY).getBytes(US_ASCII));
                assertThat(answer(client)).isEqualTo(REPLY);

                slow.setSoTimeout(10_000);
                try (Socket copy = slow.accept()) {
                    assertThat(HttpMessage.request(copy.getInputStream())).isNotNull();
                }
            }
        }
    }

    /** A server that asks for the body, and one that says more behind the last chunk. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 100 Continue\r\n\r\n" + REPLY,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nrequest 1\r\n0\r\nDigest: none\r\n\r\n"
            })
    void shouldKnowWhereAReplyEnds(String reply) throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                FaultProxy proxy = FaultProxy.before(url(plain), FaultPlan.calm());
                Socket client = connect(proxy)) {
            client.getOutputStream().write(POST.getBytes(US_ASCII));
            try (Socket asked = plain.accept()) {
                for (int request = 1; request <= 2; request++) {
                    assertThat(HttpMessage.request(asked.getInputStream())).isNotNull();
                    asked.getOutputStream().write(reply.getBytes(US_ASCII));
                    String end = reply.substring(reply.lastIndexOf("HTTP/1.1 200"));
                    assertThat(new String(client.getInputStream().readNBytes(end.length()), US_ASCII))
                            .isEqualTo(end);
                    client.getOutputStream().write(POST.getBytes(US_ASCII));
                }
            }
        }
    }

    /** A request whose reply is not there yet must not stay with the server. */
    @Test
    void shouldHangUpOnTheServerWhenItIsClosed() throws IOException {
        try (ServerSocket slow = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                FaultProxy proxy = FaultProxy.before(url(slow), FaultPlan.calm());
                Socket client = connect(proxy)) {
            client.getOutputStream().write(POST.getBytes(US_ASCII));
            try (Socket asked = slow.accept()) {
                assertThat(HttpMessage.request(asked.getInputStream())).isNotNull();
                proxy.close();
                asked.setSoTimeout(5_000);
                assertThat(asked.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    private static Socket connect(FaultProxy proxy) throws IOException {
        Socket client = new Socket("127.0.0.1", proxy.url().getPort());
        client.setSoTimeout(10_000);
        return client;
    }

    private static URI url(ServerSocket server) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    private static String answer(Socket client) throws IOException {
        return new String(client.getInputStream().readNBytes(REPLY.length()), US_ASCII);
    }
}
