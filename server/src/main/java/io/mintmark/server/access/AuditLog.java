package io.mintmark.server.access;

import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.server.access.principal.Principal;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes who changed something, and what came of it: at least a line for each request, in a log of its own. Thread-safe.
 *
 * <p>It never has bodies, tokens or numbers of ranges. Values come from outside: each is quoted, escaped and cut, so that none
 * can forge another member or line.
 */
public final class AuditLog {
    /** The name of the log. */
    public static final String LOGGER = "mintmark.audit";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final String HILO = "Raven/Hilo/";
    private static final int VALUE_CHARS_MAX = 256;
    private static final int FACTS_A_LINE = 20;

    private final boolean on;

    /** Writes lines if it is {@code on}. */
    public AuditLog(boolean on) {
        this.on = on;
    }

    boolean isOn() {
        return on;
    }

    /** Writes what came of a request that a rule says is told. */
    void tell(RouteRequirement rule, Request request, @Nullable Principal by, String outcome) {
        if (!on || !rule.isAudited()) {
            return;
        }
        StringBuilder line = new StringBuilder(160).append(act(rule, request));
        append(line, "by", by == null ? "" : by.name());
        append(line, "from", request.remoteAddress());
        if (rule.isBelowADatabase()) {
            append(line, "database", rule.database(request));
        }
        for (String parameter : rule.told()) {
            request.query().first(parameter).ifPresent(value -> append(line, parameter, value));
        }
        write(line, AuditedBody.facts(rule, request.body()), outcome);
    }

    /** Writes so many lines that all facts are told. */
    private static void write(StringBuilder head, List<AuditedBody.Fact> facts, String outcome) {
        int from = 0;
        do {
            int to = Math.min(from + FACTS_A_LINE, facts.size());
            StringBuilder line = new StringBuilder(head);
            facts.subList(from, to).forEach(fact -> append(line, fact.member(), fact.value()));
            append(line, "outcome", outcome);
            LOG.info("{}", line);
            from = to;
        } while (from < facts.size());
    }

    /** A HiLo document is a view of its counter, so to write one moves the counter. */
    private static String act(RouteRequirement rule, Request request) {
        boolean hilo = rule.act().equals("write")
                && request.query()
                        .first(Parameters.ID)
                        .filter(id -> id.regionMatches(true, 0, HILO, 0, HILO.length()))
                        .isPresent();
        return hilo ? "raise" : rule.act();
    }

    /** Writes that the entry of one principal changed in the file, and what it may do now. */
    void listChanged(String name, Optional<Principal> before, Optional<Principal> now) {
        if (on) {
            StringBuilder line = new StringBuilder("access-changed");
            append(line, "name", name);
            String outcome = before.isEmpty() ? "added" : now.isEmpty() ? "removed" : "changed";
            write(line, now.map(Principal::clearance).map(AuditedBody::facts).orElse(List.of()), outcome);
        }
    }

    /** Returns the outcome of a request that was answered. */
    static String outcome(Reply reply) {
        return reply.fields().stream()
                .filter(field -> field.name().equals(Headers.RETURN))
                .map(Reply.Field::value)
                .findFirst()
                .orElse(reply.status() < 400 ? "done" : "refused " + reply.status());
    }

    /** Returns the outcome of a request that failed. */
    static String outcome(Throwable failure) {
        return failure instanceof ApiException refusal
                ? "refused " + refusal.type().status() + " " + refusal.type().wireName()
                : "failed";
    }

    private static void append(StringBuilder line, String member, String value) {
        line.append(' ').append(member).append("=\"");
        int end = Math.min(value.length(), VALUE_CHARS_MAX);
        for (int i = 0; i < end; i++) {
            appendEscaped(line, value.charAt(i));
        }
        line.append(value.length() > end ? "…\"" : "\"");
    }

    private static void appendEscaped(StringBuilder line, char c) {
        if (c == '"' || c == '\\') {
            line.append('\\').append(c);
        } else if (c < ' ' || c > '~') {
            line.append(String.format("\\u%04x", (int) c));
        } else {
            line.append(c);
        }
    }
}
