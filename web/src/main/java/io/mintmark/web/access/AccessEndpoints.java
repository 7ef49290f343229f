package io.mintmark.web.access;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.MintmarkException;
import io.mintmark.RandomBytes;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.BearerToken;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.Fingerprints;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import io.mintmark.web.tls.Validity;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Principals over HTTP, for operators: list, add, rotate, remove.
 *
 * <p>Access control itself is set up on the machine, with {@code mintmark access add}: there is no first caller here
 * who would become the operator. Over HTTP the last operator is not removed.
 */
public final class AccessEndpoints {
    private final AccessControl control;
    private final InstantSource clock;
    private final RandomBytes random;

    /** Answers for {@code control}, with tokens made of {@code random}. */
    public AccessEndpoints(AccessControl control, InstantSource clock, RandomBytes random) {
        this.control = control;
        this.clock = clock;
        this.random = random;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.add("GET", Routes.ADMIN_ACCESS, request -> list())
                .add("PUT", Routes.ADMIN_ACCESS, this::add)
                .add("POST", Routes.ADMIN_ACCESS_ROTATE, this::rotate)
                .add("DELETE", Routes.ADMIN_ACCESS, this::remove)
                .add("GET", Routes.WHO_AM_I, this::whoAmI);
    }

    private Reply list() {
        return AccessJson.reply(200, AccessJson.list(control.newest().principals()));
    }

    private Reply whoAmI(Request request) {
        @Nullable AccessList list = control.list();
        return AccessJson.reply(
                200, list == null ? AccessJson.everybody() : AccessJson.principal(control.identify(request, list)));
    }

    private Reply add(Request request) {
        String name = request.query().required(Parameters.NAME);
        JsonNode body = AccessJson.read(request.body(), AccessJson.ADDED);
        Made made = made(body);
        Principal newcomer = new Principal(
                name,
                AccessJson.clearance(body),
                AccessJson.time(body, "NotAfter").map(this::requireAhead).orElse(null),
                List.of(made.credential()));
        AccessList ignored = control.change(
                request, (list, caller) -> made.unknownIn(list, name).with(newcomer));
        return made.reply(newcomer);
    }

    private Reply rotate(Request request) {
        String name = request.query().required(Parameters.NAME);
        JsonNode body = AccessJson.read(request.body(), AccessJson.ROTATED);
        Made made = made(body);
        Instant now = clock.instant();
        long kept = AccessJson.seconds(body, "KeepOldSeconds");
        Instant end = now.plusSeconds(kept);
        AccessList changed = control.change(request, (list, caller) -> {
            Principal rotated = made.unknownIn(list, name).require(name).rotated(made.credential(), now, end);
            if (!list.without(name).hasOperator(now, caller.credential())) {
                made.requireSuccessor(now, end);
            }
            return list.replacing(rotated);
        });
        return made.reply(changed.require(name));
    }

    private Reply remove(Request request) {
        String name = request.query().required(Parameters.NAME);
        AccessList ignored = control.change(
                request, (list, caller) -> list.without(name).requireOperator(clock.instant(), caller.credential()));
        return Reply.empty(204);
    }

    private Instant requireAhead(Instant end) {
        if (!end.isAfter(clock.instant())) {
            throw new MintmarkException("NotAfter must lie ahead, but is " + end + ": write a later time.");
        }
        return end;
    }

    /** A credential, and the token to tell its holder if it is one of ours. */
    private record Made(Credential credential, Optional<X509Certificate> certificate, Optional<BearerToken> token) {
        /** Returns the list, unless somebody else is known by the same certificate. */
        AccessList unknownIn(AccessList list, String name) {
            return certificate
                    .map(brought -> list.requireNoOther(Fingerprints.of(brought), name))
                    .orElse(list);
        }

        /** Refuses to be all that the last operator is known by, from {@code oldEnds} on, if it may let nobody in. */
        void requireSuccessor(Instant now, Instant oldEnds) {
            Optional<Validity> validity = certificate.map(Validity::of);
            boolean atOnce = !oldEnds.isAfter(now);
            if (validity.isPresent() && validity.get().isToCome(oldEnds)) {
                throw refusal("is not valid before " + validity.get().begins());
            }
            if (atOnce && validity.isPresent() && validity.get().isOver(now)) {
                throw refusal("expired at " + validity.get().ends());
            }
            if (atOnce && validity.isEmpty() && token.isEmpty()) {
                throw refusal("is told by a thumbprint, which may be mistyped");
            }
        }

        private static MintmarkException refusal(String why) {
            return new MintmarkException("The last operator who is sure to get in keeps its old credential until the"
                    + " new one lets it in, but this certificate " + why
                    + ": send KeepOldSeconds, so that the old one is good until you called"
                    + " with a certificate that is valid.");
        }

        Reply reply(Principal principal) {
            return AccessJson.reply(201, AccessJson.principal(principal, token));
        }
    }

    private Made made(JsonNode body) {
        Optional<AccessJson.Brought> brought = AccessJson.credential(body, clock.instant());
        if (brought.isPresent()) {
            return new Made(brought.get().credential(), brought.get().certificate(), Optional.empty());
        }
        BearerToken token = BearerToken.draw(random);
        return new Made(Credential.of(token), Optional.empty(), Optional.of(token));
    }
}
