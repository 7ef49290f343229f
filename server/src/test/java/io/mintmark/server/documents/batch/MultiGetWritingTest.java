package io.mintmark.server.documents.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import io.mintmark.web.http.SubRequest;
import io.mintmark.web.http.SubRequestDispatch;
import io.mintmark.web.jetty.HttpFront;
import io.mintmark.web.jetty.HttpSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A body that fails while it is written: in its place if nothing of it is gone, else the whole reply is cut. */
class MultiGetWritingTest {
    private static final int MORE_THAN_IS_GATHERED = 1 << 20;

    @AutoClose
    private static HttpFront front;

    @BeforeAll
    static void start() {
        Router router = new Router();
        SubRequestDispatch dispatch = new SubRequestDispatch(router, (request, changes) -> {});
        router.add("GET", "/early,late", request -> stream(dispatch, request, "/early", "/late"))
                .add("GET", "/good,early,good", request -> stream(dispatch, request, "/good", "/early", "/good"))
                .add("GET", "/good", request -> Reply.json(200, "{\"good\":true}".getBytes(UTF_8)))
                .add("GET", "/early", request -> failingAfter(5_000))
                .add("GET", "/late", request -> failingBehind(MORE_THAN_IS_GATHERED));
        front = HttpFront.start(
                new HttpSettings("127.0.0.1", 0, LimitsBuilder.WIDE, Set.of()),
                router,
                (request, changes) -> {},
                (request, reply) -> reply,
                new AdmissionCounts());
    }

    private static Reply stream(SubRequestDispatch dispatch, io.mintmark.web.http.Request request, String... targets) {
        List<SubRequest> parts = Arrays.stream(targets)
                .map(target -> new SubRequest("GET", target, Map.of(), new byte[0]))
                .toList();
        return Reply.stream(200, new MultiGetWriting(dispatch, request, parts));
    }

    private static Reply failingAfter(int bytes) {
        return Reply.stream(200, out -> {
            byte[] begun = new byte[bytes];
            Arrays.fill(begun, (byte) '[');
            out.write(begun);
            throw new ApiException(ErrorType.DATABASE_FAILED, "The store failed.");
        });
    }

    /** A body whose first part is sent before the second one fails. */
    private static Reply failingBehind(int bytes) {
        AtomicBoolean begun = new AtomicBoolean();
        return Reply.stream(200, out -> {
            if (begun.getAndSet(true)) {
                throw new ApiException(ErrorType.DATABASE_FAILED, "The store failed.");
            }
            byte[] part = new byte[bytes];
            Arrays.fill(part, (byte) '[');
            out.write(part);
            return true;
        });
    }

    private static HttpResponse<String> get(String target) throws IOException, InterruptedException {
        URI url = URI.create("http://127.0.0.1:" + front.address().getPort() + target);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void shouldTakeBackWhatFailedEarly() throws Exception {
        JsonNode results =
                new ObjectMapper().readTree(get("/good,early,good").body()).path("Results");

        assertThat(results.findValuesAsText("StatusCode")).containsExactly("200", "503", "200");
        assertThat(results.path(0).path("Result").path("good").asBoolean()).isTrue();
        assertThat(results.path(1).path("Result").path("Message").asText()).isEqualTo("The store failed.");
        assertThat(results.path(2).path("Result").path("good").asBoolean()).isTrue();
    }

    @Test
    void shouldCutAReplyOfWhichAPartFailedLate() {
        assertThatThrownBy(() -> get("/early,late")).isInstanceOf(IOException.class);
    }
}
