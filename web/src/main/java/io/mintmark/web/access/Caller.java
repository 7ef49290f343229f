package io.mintmark.web.access;

import io.mintmark.web.access.principal.BearerToken;
import io.mintmark.web.access.principal.ClientCertificate;
import io.mintmark.web.http.Request;
import java.util.Locale;
import java.util.Optional;

/**
 * The sender of a request, as far as the request tells: what it shows to be known, and where it comes from. Immutable,
 * and without the request, which a WebSocket outlives.
 *
 * @param shown what it shows to be known
 * @param party the party whose guesses are counted together
 * @param address where it comes from
 * @param ofItsOwn whether the request has a connection of its own, which can be ended
 * @param wasLetIn whether it was let in before by what it shows
 */
record Caller(Shown shown, Object party, String address, boolean ofItsOwn, boolean wasLetIn) {
    private static final String SCHEME = "bearer ";

    /** What a caller shows to be known. */
    sealed interface Shown {
        /** A bearer token; its digest is missing if what was sent has not the shape of one. */
        record Bearer(Optional<String> digest) implements Shown {}

        /** The certificate of its connection. */
        record Certificate(ClientCertificate certificate) implements Shown {}

        /** Another scheme than Bearer, whose words are not kept. */
        record OtherScheme() implements Shown {}

        /** A page of this server whose session is not known, or not any more. */
        record EndedSession() implements Shown {}

        /** Nothing at all. */
        record Nothing() implements Shown {}
    }

    static Caller of(Request request) {
        return new Caller(shownBy(request), request.party().key(), request.remoteAddress(), !request.isPart(), false);
    }

    /** Returns the same sender, who shows something else. */
    Caller showing(Shown other) {
        return new Caller(other, party, address, ofItsOwn, wasLetIn);
    }

    /** Returns the same sender, who was let in before by what it shows. */
    Caller letIn() {
        return new Caller(shown, party, address, ofItsOwn, true);
    }

    private static Shown shownBy(Request request) {
        Optional<String> authorization = request.header("Authorization");
        if (authorization.isPresent()) {
            return shownBy(authorization.get());
        }
        return ClientCertificate.of(request).<Shown>map(Shown.Certificate::new).orElseGet(Shown.Nothing::new);
    }

    private static Shown shownBy(String authorization) {
        return authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)
                ? new Shown.Bearer(BearerToken.parse(
                                authorization.substring(SCHEME.length()).strip())
                        .map(BearerToken::digest))
                : new Shown.OtherScheme();
    }
}
