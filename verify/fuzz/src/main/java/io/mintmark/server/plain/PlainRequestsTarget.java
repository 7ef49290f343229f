package io.mintmark.server.plain;

import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.storage.write.RequestKey;
import io.mintmark.support.Party;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Destination;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import io.mintmark.web.http.Transport;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A request of the plain API is what its route says, or refused by name; its key is one text for one request; and a
 * lease is called what it was called.
 */
public final class PlainRequestsTarget implements FuzzTarget {
    private static final PlainParameter COUNT = PlainParameter.number("count", 1, 1_000, "How many.");
    private static final PlainRoute ROUTE = PlainRoute.of("POST", "/v1/{db}/counters/{counter}/next", "next", "Draws.")
            .taking(CommonParameters.DB, CommonParameters.COUNTER, COUNT, CommonParameters.LEAP, CommonParameters.KEY)
            .by(asked -> Reply.empty(200));
    private static final Set<ErrorType> REFUSALS = Set.of(ErrorType.ARGUMENT, ErrorType.NOT_SUPPORTED);
    private static final int CHARS_MAX = 100;

    private final Router router = new Router();

    /** Knows one route. */
    public PlainRequestsTarget() {
        ROUTE.addTo(router);
    }

    /** A head that has a key and a sender's word, and nothing else. */
    private record Head(String target, String key) implements Transport {
        @Override
        public String method() {
            return ROUTE.method();
        }

        @Override
        public Optional<String> header(String name) {
            return name.equalsIgnoreCase(Headers.IDEMPOTENCY_KEY) && !key.isEmpty()
                    ? Optional.of(key)
                    : Optional.empty();
        }

        @Override
        public boolean prefers(String accept, String type, String other) {
            return false;
        }

        @Override
        public String remoteAddress() {
            return "";
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public Optional<X509Certificate> clientCertificate() {
            return Optional.empty();
        }

        @Override
        public <T> T ofConnection(Class<T> type, Supplier<? extends T> make) {
            return make.get();
        }

        @Override
        public Party party() {
            return Party.NOBODY;
        }

        @Override
        public void keepInMemory(long bytes) {}
    }

    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        String lease = input.textUpTo('\n');
        String key = input.textUpTo('\n');
        asked("/v1/shop/counters/" + input.text(), key);
        leased(lease);
    }

    private void asked(String target, String key) {
        Destination found = router.find(ROUTE.method(), target);
        if (found.parts().get("counter") == null) {
            return;
        }
        try {
            CheckedRequest asked = new CheckedRequest(new Request(new Head(target, key), found, new byte[0]), ROUTE);
            long count = asked.number("count", 1);
            Check.that(count >= 1 && count <= 1_000, "a number is within its bounds");
            boolean ignored = asked.flag("leap");
            Check.equal(!key.isEmpty(), asked.hasKey(), "a key is obeyed or refused");
            // No name of a counter has a line break: it is refused before its key is looked at.
            if (asked.hasKey() && asked.part("counter").indexOf('\n') < 0) {
                keyed(asked);
            }
        } catch (ApiException refused) {
            Check.that(REFUSALS.contains(refused.type()), "a request is refused for what it says");
            throw refused;
        }
    }

    private void keyed(CheckedRequest asked) {
        RequestKey key = asked.key("");
        Check.equal(key, asked.key(""), "a request is the same when it is sent again");
        Check.that(key.name().length() <= CHARS_MAX && key.said().length() <= CHARS_MAX, "no text is long");
        String counter = URLEncoder.encode(asked.part("counter") + "x", StandardCharsets.UTF_8);
        String target = "/v1/shop/counters/" + counter.replace("+", "%20") + "/next";
        Head head =
                new Head(target, asked.request().header(Headers.IDEMPOTENCY_KEY).orElseThrow());
        Request other = new Request(head, router.find(ROUTE.method(), target), new byte[0]);
        RequestKey another = new CheckedRequest(other, ROUTE).key("");
        Check.that(!another.said().equals(key.said()), "another request says something else");
    }

    private static void leased(String text) {
        LeaseHandle handle = LeaseHandle.parse(text);
        Check.equal(handle, LeaseHandle.parse(handle.toString()), "a lease is called what it was called");
    }
}
