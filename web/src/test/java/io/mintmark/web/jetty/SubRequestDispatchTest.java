package io.mintmark.web.jetty;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.ErrorType;
import io.mintmark.support.Pending;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Gate;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import io.mintmark.web.http.SubRequest;
import io.mintmark.web.http.SubRequestDispatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A request inside another one passes what every request passes. */
class SubRequestDispatchTest {
    @AutoClose
    private static HttpFront front;

    /** The gate keeps everyone from what is called secret. */
    private static final Gate GATE = (request, changes) -> {
        if (request.path().endsWith("/secret")) {
            throw new ApiException(ErrorType.FORBIDDEN, "Not " + request.target() + " for " + request.host() + ".");
        }
    };

    @BeforeAll
    static void start() {
        Router router = Fronts.router();
        SubRequestDispatch dispatch = new SubRequestDispatch(router, GATE);
        router.add("POST", "/place/{name}/outer", request -> shown(dispatch.answer(request, part(request))))
                .add("GET", "/place/{name}/secret", request -> Fronts.json("\"secret\""))
                .add("GET", "/place/{name}/later", request -> later())
                .add("GET", "/place/{name}/plain", request -> Reply.text(200, "text/plain", new byte[] {'x'}))
                .add("GET", "/place/{name}/broken", request -> {
                    throw new IllegalStateException("secret detail");
                })
                .add("GET", "/place/{name}/request", SubRequestDispatchTest::describe);
        front = Fronts.start(router);
    }

    private static LaterReply later() {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        new Thread(() -> reply.complete(Fronts.json("\"later\""))).start();
        Pending<Reply> pending = new Pending<>() {
            @Override
            public Reply await() {
                return reply.join();
            }

            @Override
            public void whenSettled(Runnable next) {
                throw new IllegalStateException("whoever asks inside another request waits");
            }
        };
        return new LaterReply(pending, made -> made);
    }

    /** The body of the outer request is the target of the inner one. */
    private static SubRequest part(Request outer) {
        Map<String, String> headers = Map.of("X-Own", "mine", "Host", "forged", "origin", "forged");
        return new SubRequest("GET", new String(outer.body(), UTF_8), headers, new byte[] {1, 2, 3});
    }

    private static Reply describe(Request request) {
        return Fronts.json("[\""
                + String.join(
                        "\",\"",
                        List.of(
                                request.method(),
                                request.path(),
                                request.target(),
                                request.query().first("q").orElse("-"),
                                request.host(),
                                request.header("Origin").orElse("-"),
                                request.header("x-own").orElse("-"),
                                request.header("X-Outer").orElse("-"),
                                request.pathPart("name"),
                                request.remoteAddress(),
                                request.isPart() + "",
                                request.body().length + ""))
                + "\"]");
    }

    private static Reply shown(Reply inner) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            boolean more = true;
            while (more) {
                more = inner.writePartTo(body);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Reply.json(inner.status(), body.toByteArray());
    }

    private static Wire.Answer ask(String target) throws Exception {
        return Wire.ask(
                front.address(),
                Fronts.post(
                        "/place/here/outer",
                        "Origin: http://x\r\nX-Outer: yes\r\nContent-Length: " + target.length() + "\r\n",
                        target));
    }

    @Test
    void shouldBeARequestOfItsOwnFromTheSameCaller() throws Exception {
        assertThat(ask("/place/here/request?q=a%20b").body())
                .isEqualTo("[\"GET\",\"/place/here/request\",\"/place/here/request?q=a%20b\",\"a b\",\"x\","
                        + "\"http://x\",\"mine\",\"-\",\"here\",\"127.0.0.1\",\"true\",\"3\"]");
    }

    @Test
    void shouldWaitForAReplyThatIsOnItsWay() throws Exception {
        assertThat(ask("/place/here/later").body()).isEqualTo("\"later\"");
    }

    @Test
    void shouldPassTheGate() throws Exception {
        Wire.Answer answer = ask("/place/here/secret?q=1");

        answer.expect(403);
        assertThat(answer.body()).contains("Not /place/here/secret?q=1 for x.");
    }

    @Test
    void shouldStayBesideTheRequestAroundIt() throws Exception {
        for (String target : List.of("/place/there/request", "/place", "/place/here", "/ping", "/")) {
            Wire.Answer answer = ask(target);

            assertThat(answer.status()).as(target).isEqualTo(403);
            assertThat(answer.body())
                    .contains("must ask for what lies beside that path, in a Url that begins with /place/here/");
        }
    }

    @Test
    void shouldFitIntoJson() throws Exception {
        Wire.Answer answer = ask("/place/here/plain");

        answer.expect(400);
        assertThat(answer.body()).contains("Only JSON fits");
    }

    @Test
    void shouldTellOfAFailureWithoutItsDetails() throws Exception {
        Wire.Answer answer = ask("/place/here/broken");

        answer.expect(500);
        assertThat(answer.body()).contains("incident").doesNotContain("secret detail");
    }

    @Test
    void shouldJoinTheValuesOfAHeaderThatComesTwice() {
        Reply reply =
                Reply.empty(200).header("Vary", "a").header("ETag", "\"1\"").header("Vary", "b");

        assertThat(reply.headers()).containsExactly(Map.entry("Vary", "a, b"), Map.entry("ETag", "\"1\""));
    }
}
