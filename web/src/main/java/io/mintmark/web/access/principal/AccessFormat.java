package io.mintmark.web.access.principal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.MintmarkException;
import io.mintmark.internal.Sha256;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How an access list is written: a first line with the version, a line of JSON for each principal, and a last line with
 * the SHA-256 of all before it, so that nothing of it can be missing unnoticed.
 */
final class AccessFormat {
    private static final String TITLE = "mintmark access ";
    private static final String VERSION = "1";
    private static final String SUM = "sha256 ";

    private static final Set<String> PRINCIPAL_MEMBERS =
            Set.of("name", "operator", "databases", "expires", "credentials");
    private static final Set<String> CREDENTIAL_MEMBERS = Set.of("kind", "digest", "until");

    private static final ObjectMapper TREES = new ObjectMapper(
                    new JsonFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private AccessFormat() {}

    static byte[] write(AccessList list) {
        StringBuilder text = new StringBuilder(TITLE).append(VERSION).append('\n');
        list.principals().forEach(principal -> text.append(line(principal)).append('\n'));
        String before = text.toString();
        return (before + SUM + sum(before) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String sum(String text) {
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String line(Principal principal) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(line)) {
            json.enable(JsonGenerator.Feature.ESCAPE_NON_ASCII);
            json.writeStartObject();
            json.writeStringField("name", principal.name());
            writeClearance(principal.clearance(), json);
            writeTime("expires", principal.expires(), json);
            json.writeArrayFieldStart("credentials");
            for (Credential credential : principal.credentials()) {
                json.writeStartObject();
                json.writeStringField("kind", credential.kind().name());
                json.writeStringField("digest", credential.digest());
                writeTime("until", credential.until(), json);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a line could not be written to memory", e);
        }
        return line.toString();
    }

    private static void writeClearance(Clearance clearance, JsonGenerator json) throws IOException {
        json.writeBooleanField("operator", clearance.isOperator());
        json.writeObjectFieldStart("databases");
        for (Map.Entry<String, DatabaseAccess> each : clearance.databases().entrySet()) {
            json.writeStringField(each.getKey(), each.getValue().word());
        }
        json.writeEndObject();
    }

    private static void writeTime(String name, @Nullable Instant time, JsonGenerator json) throws IOException {
        if (time != null) {
            json.writeStringField(name, time.toString());
        }
    }

    /**
     * Reads a list.
     *
     * @throws MintmarkException if it is none, or any part of it is not as it was written; the message says which
     */
    static AccessList read(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
            throw new MintmarkException("it is no text in UTF-8");
        }
        List<String> lines = List.of(text.split("\n", -1));
        requireTitle(lines.get(0));
        int last = lines.size() - 2;
        if (last < 1 || !lines.get(last + 1).isEmpty() || !lines.get(last).startsWith(SUM)) {
            throw new MintmarkException("its end is missing");
        }
        String before = text.substring(0, text.lastIndexOf(SUM));
        if (!lines.get(last).equals(SUM + sum(before))) {
            throw new MintmarkException(
                    "its last line is not the sum of those before it, so it was changed by hand or" + " damaged");
        }
        List<Principal> principals = new ArrayList<>();
        for (int i = 1; i < last; i++) {
            principals.add(principal(lines.get(i), i + 1));
        }
        return new AccessList(principals);
    }

    private static void requireTitle(String line) {
        if (line.startsWith(TITLE) && !line.equals(TITLE + VERSION)) {
            throw new MintmarkException("another version of Mintmark wrote it");
        }
        if (!line.startsWith(TITLE)) {
            throw new MintmarkException("it does not begin with '" + TITLE + VERSION + "'");
        }
    }

    private static Principal principal(String line, int number) {
        try {
            JsonNode json = TREES.readTree(line);
            requireMembers(json, PRINCIPAL_MEMBERS);
            List<Credential> credentials = new ArrayList<>();
            for (JsonNode each : json.path("credentials")) {
                credentials.add(credential(each));
            }
            return new Principal(text(json, "name"), clearance(json), time(json, "expires"), credentials);
        } catch (JsonProcessingException e) {
            throw new MintmarkException("line " + number + " is no JSON", e);
        } catch (MintmarkException | DateTimeException | IllegalArgumentException e) {
            throw new MintmarkException("line " + number + " is no principal: " + e.getMessage(), e);
        }
    }

    private static Clearance clearance(JsonNode json) {
        JsonNode databases = json.path("databases");
        if (!json.path("operator").isBoolean() || !databases.isObject()) {
            throw new MintmarkException("it needs 'operator' and 'databases'");
        }
        boolean operator = json.path("operator").booleanValue();
        if (operator) {
            if (!databases.isEmpty()) {
                throw new MintmarkException("an operator has no databases of its own");
            }
            return Clearance.OPERATOR;
        }
        Map<String, DatabaseAccess> levels = new TreeMap<>();
        for (Map.Entry<String, JsonNode> each : databases.properties()) {
            String word = each.getValue().asText();
            levels.put(
                    each.getKey(),
                    DatabaseAccess.of(word).orElseThrow(() -> new MintmarkException("'" + word + "' is no level")));
        }
        return Clearance.of(levels);
    }

    private static Credential credential(JsonNode json) {
        requireMembers(json, CREDENTIAL_MEMBERS);
        return new Credential(Credential.Kind.valueOf(text(json, "kind")), text(json, "digest"), time(json, "until"));
    }

    private static void requireMembers(JsonNode json, Set<String> known) {
        if (!json.isObject()) {
            throw new MintmarkException("it is no object");
        }
        Set<String> unknown = new TreeSet<>();
        json.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new MintmarkException("it has unknown members: " + String.join(", ", unknown));
        }
    }

    private static String text(JsonNode json, String member) {
        JsonNode value = json.path(member);
        if (!value.isTextual()) {
            throw new MintmarkException("'" + member + "' must be a text");
        }
        return value.textValue();
    }

    private static @Nullable Instant time(JsonNode json, String member) {
        return json.has(member) ? Instant.parse(text(json, member)) : null;
    }
}
