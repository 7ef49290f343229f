package io.mintmark.web.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.MintmarkException;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.RavenTime;
import io.mintmark.protocol.Routes;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.ClientCertificate;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.Fingerprints;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import io.mintmark.web.tls.Validity;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Principals that are known by a certificate, in the form of RavenDB's clients: register, list, remove. */
public final class CertificateEndpoints {
    private static final Set<String> MEMBERS =
            Set.of("Name", "Certificate", "SecurityClearance", "Permissions", "Password", "TwoFactorAuthenticationKey");
    private static final String THUMBPRINT = "thumbprint";

    private final AccessControl control;
    private final InstantSource clock;

    /** Answers for {@code control}. */
    public CertificateEndpoints(AccessControl control, InstantSource clock) {
        this.control = control;
        this.clock = clock;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.add("GET", Routes.ADMIN_CERTIFICATES, this::list)
                .add("PUT", Routes.ADMIN_CERTIFICATES, this::register)
                .add("DELETE", Routes.ADMIN_CERTIFICATES, this::remove);
    }

    private Reply register(Request request) {
        JsonNode body = AccessJson.read(request.body(), MEMBERS);
        for (String secret : List.of("Password", "TwoFactorAuthenticationKey")) {
            if (!body.path(secret).asText("").isEmpty() && !body.path(secret).isNull()) {
                throw new MintmarkException(
                        "'" + secret + "' must be absent, because a certificate is registered without"
                                + " its key and judged alone: leave it out.");
            }
        }
        X509Certificate certificate =
                Certificates.read(AccessJson.bytes(body.path("Certificate").asText()), clock.instant());
        Fingerprints fingerprints = Fingerprints.of(certificate);
        Principal newcomer = new Principal(
                body.path("Name").asText(),
                AccessJson.clearance(body),
                Validity.of(certificate).ends(),
                List.of(Credential.ofThumbprint(fingerprints.sha1())));
        AccessList ignored = control.change(
                request,
                (list, caller) ->
                        list.requireNoOther(fingerprints, newcomer.name()).with(newcomer));
        return Reply.empty(201);
    }

    private Reply list(Request request) {
        Optional<String> asked = request.query().first(THUMBPRINT).map(CertificateEndpoints::bare);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode results = json.putArray("Results");
        shown(control.requireSetUp()).stream()
                .filter(known ->
                        asked.isEmpty() || asked.get().equals(known.credential().digest()))
                .skip(request.query().count(Parameters.START, 0))
                .limit(request.query().count(Parameters.PAGE_SIZE, Integer.MAX_VALUE))
                .forEach(known -> results.add(described(known)));
        return AccessJson.reply(200, json);
    }

    private static List<AccessList.Known> shown(AccessList list) {
        List<AccessList.Known> shown = new ArrayList<>();
        for (Principal principal : list.principals()) {
            principal.credentials().stream()
                    .filter(credential -> credential.kind() == Credential.Kind.CERTIFICATE)
                    .forEach(credential -> shown.add(new AccessList.Known(principal, credential)));
        }
        return shown;
    }

    private static ObjectNode described(AccessList.Known known) {
        ObjectNode json =
                AccessJson.described(known.principal().name(), known.principal().clearance());
        json.put("Thumbprint", known.credential().digest().toUpperCase(Locale.ROOT));
        json.put("NotAfter", known.principal().expiry().map(RavenTime::format).orElse(null));
        // RavenDB's client for Python does without none of these. The list of who is known has no certificates.
        json.putNull("Certificate").putNull("PublicKeyPinningHash").put("CollectionPrimaryKey", "");
        json.putArray("CollectionSecondaryKeys");
        return json;
    }

    private Reply remove(Request request) {
        String digest = bare(request.query().required(THUMBPRINT));
        AccessList ignored = control.change(request, (list, caller) -> {
            AccessList rest = list.without(known(list, digest), clock.instant())
                    .requireOperator(clock.instant(), caller.credential());
            requireGone(request, digest, rest);
            return rest;
        });
        return Reply.empty(204);
    }

    private static AccessList.Known known(AccessList list, String digest) {
        return shown(list).stream()
                .filter(known -> known.credential().digest().equals(digest))
                .findFirst()
                .orElseThrow(() -> new MintmarkException(
                        "No certificate has the thumbprint " + digest + ": list them to see which there are."));
    }

    /** Digests do not show that they are of one certificate; only of the caller's own the server knows all. */
    private static void requireGone(Request request, String digest, AccessList rest) {
        ClientCertificate.of(request)
                .map(ClientCertificate::fingerprints)
                .filter(own -> digest.equals(own.sha1()) || digest.equals(own.sha256()))
                .flatMap(own -> rest.holders(own).findFirst())
                .ifPresent(other -> {
                    throw new MintmarkException("The certificate with the thumbprint " + digest + " is known as '"
                            + other.name() + "', too, and would still be let in: remove that one first.");
                });
    }

    private static String bare(String thumbprint) {
        return Credential.ofThumbprint(thumbprint).digest();
    }
}
