package io.mintmark.server.access;

import io.mintmark.protocol.ErrorType;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Request;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out who sent a request, by its token or else by its connection's certificate. Thread-safe. */
final class Identification {
    private static final String SCHEME = "bearer ";
    private static final String REMEDY = ": an operator lets you in with `mintmark access add`, or PUT /admin/access.";

    private final InstantSource clock;
    private final GuessLimit guesses;

    Identification(InstantSource clock, GuessLimit guesses) {
        this.clock = clock;
        this.guesses = guesses;
    }

    /** Returns who sent it; refuses a credential that is unknown or not good any more, and a request without one. */
    Principal require(Request request, AccessList list) {
        Optional<String> authorization = request.header("Authorization");
        AccessList.Known known =
                authorization.isPresent() ? byToken(request, authorization.get(), list) : byCertificate(request, list);
        return requireGood(known, clock.instant());
    }

    private AccessList.Known byToken(Request request, String authorization, AccessList list) {
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw refusal("This server takes the scheme Bearer in Authorization, and no other: send `Authorization:"
                    + " Bearer mintmark_…`, or a client certificate.");
        }
        Optional<Token> token =
                Token.parse(authorization.substring(SCHEME.length()).strip());
        AccessList.@Nullable Known known =
                token.map(Token::digest).map(list::ofToken).orElse(null);
        if (known == null) {
            throw guessed(request, refusal("The bearer token of this request is not known to this server" + REMEDY));
        }
        return known;
    }

    private AccessList.Known byCertificate(Request request, AccessList list) {
        X509Certificate certificate = request.clientCertificate()
                .orElseThrow(() -> refusal(
                        "This server asks who calls, and this request says nothing: send a client certificate over"
                                + " TLS, or `Authorization: Bearer mintmark_…`."));
        Fingerprints digests = request.ofConnection(Fingerprints.class, () -> Fingerprints.of(certificate));
        AccessList.@Nullable Known known = list.ofCertificate(digests);
        if (known == null) {
            throw guessed(
                    request,
                    refusal("The client certificate with the thumbprint " + thumbprint(digests)
                            + " is not known to this server" + REMEDY));
        }
        requireValid(certificate, digests);
        return known;
    }

    private static String thumbprint(Fingerprints digests) {
        return digests.sha1().toUpperCase(Locale.ROOT);
    }

    private void requireValid(X509Certificate certificate, Fingerprints digests) {
        Instant now = clock.instant();
        Instant from = certificate.getNotBefore().toInstant();
        Instant to = certificate.getNotAfter().toInstant();
        if (now.isBefore(from) || now.isAfter(to)) {
            throw refusal("The client certificate with the thumbprint " + thumbprint(digests) + " is valid from " + from
                    + " to " + to + ", and it is " + now + " now: send one that is valid, and let an operator register"
                    + " it with `mintmark access rotate`.");
        }
    }

    private static Principal requireGood(AccessList.Known known, Instant now) {
        Principal principal = known.principal();
        if (!known.credential().isGoodAt(now)) {
            throw refusal("This " + known.credential().kind().words() + " of '" + principal.name()
                    + "' was replaced, and its time ended at "
                    + known.credential().until()
                    + ": use the one that replaced it.");
        }
        if (!principal.isGoodAt(now)) {
            throw refusal("The access of '" + principal.name() + "' ended at " + principal.expires()
                    + ": let an operator remove and add it again with a later end.");
        }
        return principal;
    }

    /** A request inside another one has no connection of its own to end. */
    private ApiException guessed(Request request, ApiException refusal) {
        boolean end = guesses.failed(request.party(), request.remoteAddress());
        return end && !request.isPart() ? refusal.header("Connection", "close") : refusal;
    }

    static ApiException refusal(String message) {
        return new ApiException(ErrorType.FORBIDDEN, message);
    }
}
