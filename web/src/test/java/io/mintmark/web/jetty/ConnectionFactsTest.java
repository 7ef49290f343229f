package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConnectionFactsTest {
    private final AtomicInteger made = new AtomicInteger();

    private record Visits(int number) {}

    private String visit(Request request) {
        int number = request.ofConnection(Visits.class, () -> new Visits(made.incrementAndGet()))
                .number();
        return "\"of connection " + number + ", certificate "
                + request.clientCertificate().isPresent() + "\"";
    }

    @Test
    void shouldFindOutFactsOnceForAllRequestsOfAConnectionAndAgainForTheNext() throws Exception {
        Router router = new Router().add("GET", "/count", request -> Fronts.json(visit(request)));
        try (HttpFront front = Fronts.start(router)) {
            try (Wire wire = Wire.to(front.address())) {
                for (int request = 0; request < 2; request++) {
                    assertThat(wire.send(Fronts.get("/count")).answer().body())
                            .isEqualTo("\"of connection 1, certificate false\"");
                }
            }
            assertThat(Wire.ask(front.address(), Fronts.get("/count")).body())
                    .isEqualTo("\"of connection 2, certificate false\"");
        }
    }
}
