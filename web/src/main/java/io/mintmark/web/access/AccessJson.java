package io.mintmark.web.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.MintmarkException;
import io.mintmark.web.access.principal.BearerToken;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.http.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Principals as JSON on the wire; what RavenDB has has RavenDB's names. */
final class AccessJson {
    static final Set<String> ADDED =
            Set.of("SecurityClearance", "Permissions", "NotAfter", "Thumbprint", "Certificate", "PublicKeyOf");
    static final Set<String> ROTATED = Set.of("KeepOldSeconds", "Thumbprint", "Certificate", "PublicKeyOf");

    private static final int BYTES_MAX = 256 << 10;
    private static final long SECONDS_MAX = 366L * 24 * 3_600;
    private static final String OPERATOR = "Operator";
    private static final String VALID_USER = "ValidUser";

    private static final ObjectMapper TREES = new ObjectMapper(
                    new JsonFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private AccessJson() {}

    static Reply reply(int status, ObjectNode json) {
        return Reply.json(status, json.toString().getBytes(StandardCharsets.UTF_8))
                .header("Cache-Control", "no-store");
    }

    static ObjectNode list(List<Principal> principals) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode all = json.putArray("Principals");
        principals.forEach(principal -> all.add(principal(principal)));
        return json;
    }

    static ObjectNode principal(Principal principal) {
        ObjectNode json = described(principal.name(), principal.clearance());
        json.put("NotAfter", principal.expiry().map(Instant::toString).orElse(null));
        ArrayNode credentials = json.putArray("Credentials");
        for (Credential credential : principal.credentials()) {
            ObjectNode each = credentials.addObject();
            each.put("Kind", credential.kind().words());
            if (credential.kind() != Credential.Kind.TOKEN) {
                each.put("Digest", credential.digest());
            }
            each.put("NotAfter", credential.end().map(Instant::toString).orElse(null));
        }
        return json;
    }

    static ObjectNode principal(Principal principal, Optional<BearerToken> token) {
        ObjectNode json = principal(principal);
        token.ifPresent(made -> json.put("Token", made.reveal()));
        return json;
    }

    /** Returns what everybody is where nobody is asked. */
    static ObjectNode everybody() {
        return described("", Clearance.OPERATOR);
    }

    static ObjectNode described(String name, Clearance clearance) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("Name", name);
        json.put("SecurityClearance", clearance.isOperator() ? OPERATOR : VALID_USER);
        ObjectNode permissions = json.putObject("Permissions");
        clearance.databases().forEach((database, level) -> permissions.put(database, level.wireName()));
        return json;
    }

    /** Reads a body that must be one JSON object with no other members. */
    static JsonNode read(byte[] body, Set<String> members) {
        JsonNode json = object(body);
        Set<String> unknown = new TreeSet<>();
        json.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(members);
        if (!unknown.isEmpty()) {
            throw new MintmarkException("These members are not known here: " + String.join(", ", unknown)
                    + "; known are " + String.join(", ", new TreeSet<>(members)) + ".");
        }
        return json;
    }

    /** Reads a body that must be one JSON object. */
    static JsonNode object(byte[] body) {
        if (body.length > BYTES_MAX) {
            throw new MintmarkException("The description of a principal has at most " + BYTES_MAX
                    + " bytes, but this one has " + body.length + ".");
        }
        JsonNode json = tree(body);
        if (!json.isObject()) {
            throw new MintmarkException("The body must be one JSON object: see docs/access.md.");
        }
        return json;
    }

    private static JsonNode tree(byte[] body) {
        try {
            return body.length == 0 ? JsonNodeFactory.instance.objectNode() : TREES.readTree(body);
        } catch (IOException e) {
            throw new MintmarkException(
                    "The body is no JSON, or says two things: send one JSON object that has each member once.", e);
        }
    }

    static Clearance clearance(JsonNode json) {
        String wanted = json.path("SecurityClearance").asText(VALID_USER);
        boolean operator = wanted.equals(OPERATOR);
        if (!operator && !wanted.equals(VALID_USER)) {
            throw new MintmarkException("SecurityClearance must be " + OPERATOR + " or " + VALID_USER + ", but is '"
                    + wanted + "': this server has no others.");
        }
        JsonNode permissions = json.path("Permissions");
        if (operator && permissions.isEmpty()) {
            return Clearance.OPERATOR;
        }
        if (operator || !permissions.isObject()) {
            throw new MintmarkException("An operator has no Permissions, and anybody else needs them: an object of"
                    + " databases and levels, which may be empty.");
        }
        Map<String, DatabaseAccess> levels = new TreeMap<>();
        for (Map.Entry<String, JsonNode> each : permissions.properties()) {
            String word = each.getValue().asText();
            levels.put(
                    each.getKey(),
                    DatabaseAccess.of(word)
                            .orElseThrow(
                                    () -> new MintmarkException("A level must be Read, ReadWrite or Admin, but is '"
                                            + word + "' for '" + each.getKey() + "'.")));
        }
        return Clearance.of(levels);
    }

    /**
     * A credential that somebody brought.
     *
     * @param certificate the certificate that came with it; a thumbprint comes alone
     */
    record Brought(Credential credential, Optional<X509Certificate> certificate) {}

    /** Returns the credential that a body brings, if it brings one. */
    static Optional<Brought> credential(JsonNode json, Instant now) {
        List<String> brought = List.of("Thumbprint", "Certificate", "PublicKeyOf").stream()
                .filter(json::hasNonNull)
                .toList();
        if (brought.size() > 1) {
            throw new MintmarkException(
                    "A principal is added with one credential, but these came: " + String.join(", ", brought) + ".");
        }
        return brought.stream().findFirst().map(member -> {
            String text = json.path(member).asText();
            if (member.equals("Thumbprint")) {
                return new Brought(Credential.ofThumbprint(text), Optional.empty());
            }
            X509Certificate certificate = member.equals("Certificate")
                    ? Certificates.read(bytes(text), now)
                    : Certificates.readForItsKey(bytes(text));
            return new Brought(
                    member.equals("Certificate") ? Credential.of(certificate) : Credential.ofKeyOf(certificate),
                    Optional.of(certificate));
        });
    }

    /** Returns the bytes of a certificate: RavenDB's clients send Base64 of DER, people send PEM. */
    static byte[] bytes(String text) {
        if (text.contains("-----")) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
        try {
            return Base64.getMimeDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new MintmarkException("A certificate must be PEM, or Base64 of DER, but this text is neither.", e);
        }
    }

    static Optional<Instant> time(JsonNode json, String member) {
        if (!json.hasNonNull(member)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(json.path(member).asText()));
        } catch (DateTimeException e) {
            throw new MintmarkException(
                    member + " must be a time as 2027-01-31T00:00:00Z, but is '"
                            + json.path(member).asText() + "'.",
                    e);
        }
    }

    static long seconds(JsonNode json, String member) {
        JsonNode value = json.path(member);
        if (value.isMissingNode()) {
            return 0;
        }
        if (!value.isIntegralNumber() || value.longValue() < 0 || value.longValue() > SECONDS_MAX) {
            throw new MintmarkException(
                    member + " must be a whole number from 0 to " + SECONDS_MAX + ", but is " + value + ".");
        }
        return value.longValue();
    }
}
