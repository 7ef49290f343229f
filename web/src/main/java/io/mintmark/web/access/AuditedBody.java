package io.mintmark.web.access;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.MintmarkException;
import io.mintmark.support.LogEntry.Member;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.http.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the audit log tells of requests: the databases and indexes that they name, and who is granted what. */
final class AuditedBody {
    /** What names a few objects is smaller; a larger body is refused, and naming what it asks for would cost more. */
    private static final int BYTES_MAX = 256 << 10;

    /** Definitions may be long; of a longer body the line has the act alone. */
    private static final int LONG_BYTES_MAX = 1 << 20;

    private AuditedBody() {}

    /** Returns what a request names, by what came of each; {@code outcome} where nobody noted it. */
    static Map<String, List<Member>> facts(RouteRequirement rule, Request request, String outcome) {
        Map<Object, Boolean> changed = new HashMap<>();
        request.changed()
                .forEach((what, isSo) -> changed.put(Member.of("", what).value(), isSo));
        Map<String, List<Member>> facts = new LinkedHashMap<>();
        for (Member fact : facts(rule, request)) {
            Boolean isSo = changed.get(fact.value());
            String of = isSo == null ? outcome : isSo ? AuditLog.DONE : AuditLog.IGNORED;
            facts.computeIfAbsent(of, any -> new ArrayList<>()).add(fact);
        }
        return facts.isEmpty() ? Map.of(outcome, List.of()) : facts;
    }

    private static List<Member> facts(RouteRequirement rule, Request request) {
        List<Member> facts = new ArrayList<>();
        for (String parameter : rule.told()) {
            String part = request.pathPart(parameter, "");
            List<String> values = part.isEmpty() ? request.query().all(parameter) : List.of(part);
            values.forEach(value -> facts.add(Member.of(parameter, value)));
        }
        facts.addAll(facts(rule, request.body()));
        return facts;
    }

    private static List<Member> facts(RouteRequirement rule, byte[] body) {
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
