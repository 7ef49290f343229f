package io.mintmark.web.access;

import io.mintmark.web.http.Request;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;

/**
 * The URL that a client is told to call from now on: the configured one, else the one it called already. Immutable.
 *
 * <p>The latter is safe to echo because {@link WebGate} let it in.
 */
public final class PublicUrl implements Function<Request, String> {
    private final Optional<String> configured;

    /** Names {@code configured} to clients, if set. */
    public PublicUrl(Optional<URI> configured) {
        this.configured = configured.map(url -> {
            String text = url.toString();
            return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        });
    }

    @Override
    public String apply(Request request) {
        return configured.orElseGet(() -> request.scheme() + "://" + request.host());
    }
}
