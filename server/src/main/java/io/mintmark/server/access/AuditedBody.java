package io.mintmark.server.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.MintmarkException;
import io.mintmark.server.access.principal.Clearance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the audit log tells of bodies: the databases that are deleted, and who is granted what. */
final class AuditedBody {
    /** A larger body is refused, and naming what it asks for would cost more than refusing it. */
    private static final int BYTES_MAX = 256 << 10;

    private AuditedBody() {}

    /** A member of a line. */
    record Fact(String member, String value) {}

    static List<Fact> facts(RouteRequirement rule, byte[] body) {
        if (body.length == 0 || body.length > BYTES_MAX) {
            return List.of();
        }
        return switch (rule.act()) {
            case "delete" -> deleted(body);
            case "change-access" -> rule.method().equals("PUT") ? granted(body) : List.of();
            default -> List.of();
        };
    }

    private static List<Fact> deleted(byte[] body) {
        List<Fact> names = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(body)) {
            boolean here = false;
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    here = json.currentName().equals("DatabaseNames");
                } else if (here && token == JsonToken.VALUE_STRING) {
                    names.add(new Fact("name", json.getText()));
                }
            }
        } catch (IOException e) {
            // A body that is no JSON was refused, and names nothing.
        }
        return names;
    }

    private static List<Fact> granted(byte[] body) {
        List<Fact> told = new ArrayList<>();
        try {
            JsonNode json = AccessJson.object(body);
            if (json.hasNonNull("Name")) {
                told.add(new Fact("name", json.path("Name").asText()));
            }
            told.addAll(facts(AccessJson.clearance(json)));
        } catch (MintmarkException malformed) {
            // It was refused, and grants nothing.
        }
        return told;
    }

    /** Returns what a clearance grants; each database by itself, so that a long list is not cut. */
    static List<Fact> facts(Clearance clearance) {
        if (clearance.isOperator() || clearance.databases().isEmpty()) {
            return List.of(new Fact("clearance", clearance.toString()));
        }
        return clearance.databases().entrySet().stream()
                .map(each ->
                        new Fact("allow", each.getKey() + "=" + each.getValue().word()))
                .toList();
    }
}
