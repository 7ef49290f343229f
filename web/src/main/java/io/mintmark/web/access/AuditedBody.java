package io.mintmark.web.access;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.MintmarkException;
import io.mintmark.support.LogEntry.Member;
import io.mintmark.web.access.principal.Clearance;
import java.util.ArrayList;
import java.util.List;

/** What the audit log tells of bodies: the databases, indexes and documents that they name, and who is granted what. */
final class AuditedBody {
    /** What names a few objects is smaller; a larger body is refused, and naming what it asks for would cost more. */
    private static final int BYTES_MAX = 256 << 10;

    /** Definitions may be long; of a longer body the line has the act alone. */
    private static final int LONG_BYTES_MAX = 1 << 20;

    private AuditedBody() {}

    static List<Member> facts(RouteRequirement rule, byte[] body) {
        return switch (rule.act()) {
            case "delete" -> body.length > BYTES_MAX ? List.of() : texts(body, "name", "DatabaseNames");
            case "put-index" -> longer(body, "name", "Indexes", "Name");
            case "set-index-priority" -> body.length > BYTES_MAX ? List.of() : priority(body);
            case "change-access" -> rule.method().equals("PUT") && body.length <= BYTES_MAX ? granted(body) : List.of();
            default -> List.of();
        };
    }

    private static List<Member> longer(byte[] body, String member, String list, String name) {
        return body.length > LONG_BYTES_MAX ? List.of() : texts(body, member, list, name);
    }

    private static List<Member> priority(byte[] body) {
        List<Member> told = new ArrayList<>(texts(body, "name", "IndexNames"));
        told.addAll(texts(body, "priority", "Priority"));
        return told;
    }

    private static List<Member> texts(byte[] body, String member, String... path) {
        return NamedTexts.in(body, path).stream()
                .map(text -> Member.of(member, text))
                .toList();
    }

    private static List<Member> granted(byte[] body) {
        List<Member> told = new ArrayList<>();
        if (body.length == 0) {
            return told;
        }
        try {
            JsonNode json = AccessJson.object(body);
            if (json.hasNonNull("Name")) {
                told.add(Member.of("name", json.path("Name").asText()));
            }
            told.addAll(facts(AccessJson.clearance(json)));
        } catch (MintmarkException malformed) {
            // It was refused, and grants nothing.
        }
        return told;
    }

    /** Returns what a clearance grants; each database by itself, so that a long list is not cut. */
    static List<Member> facts(Clearance clearance) {
        if (clearance.isOperator() || clearance.databases().isEmpty()) {
            return List.of(Member.of("clearance", clearance.toString()));
        }
        return clearance.databases().entrySet().stream()
                .map(each ->
                        Member.of("allow", each.getKey() + "=" + each.getValue().word()))
                .toList();
    }
}
