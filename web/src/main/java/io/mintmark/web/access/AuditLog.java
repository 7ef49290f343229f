package io.mintmark.web.access;

import io.mintmark.internal.Ticker;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.support.log.LogEntry;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes who changed something, and what came of it: at least a line for each request, in a log of its own; acts of
 * administration have a line in the server's log, too. Thread-safe.
 *
 * <p>It never has bodies, tokens or numbers of ranges. Values come from outside: each is quoted, escaped and cut, so
 * that none can forge another member or line.
 */
public final class AuditLog {
    /** The name of the log. */
    public static final String LOGGER = "mintmark.audit";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final String HILO = "Raven/Hilo/";
    private static final int FACTS_A_LINE = 20;

    private final boolean on;
    private final AdministrationLog administration;

    /** Writes lines of its own if it is {@code on}. */
    public AuditLog(boolean on) {
        this(on, Ticker.SYSTEM);
    }

    AuditLog(boolean on, Ticker ticker) {
        this.on = on;
        this.administration = new AdministrationLog(ticker);
    }

    /** Returns whether requests by this rule may be told, as long as the server runs. */
    boolean concerns(RouteRequirement rule) {
        return rule.isAudited() && (on || rule.isAdministrative());
    }

    /** Writes what came of a request, if a rule says that it is told; its caller was authorized. */
    void tell(RouteRequirement rule, Request request, @Nullable Principal by, String outcome) {
        boolean administrative = administration.tells(rule);
        if (!rule.isAudited() || !(on || administrative)) {
            return;
        }
        List<LogEntry> lines = lines(rule, request, by, outcome);
        if (on) {
            lines.forEach(line -> LOG.info("{}", line));
        }
        if (administrative) {
            administration.tell(rule, lines);
        }
    }

    /**
     * Writes that the clearance of a known caller does not suffice; nothing was done, so the server's log has no line.
     */
    void tellRefused(RouteRequirement rule, Request request, Principal by) {
        if (on && rule.isAudited()) {
            lines(rule, request, by, "refused 403").forEach(line -> LOG.info("{}", line));
        }
    }

    private static List<LogEntry> lines(
            RouteRequirement rule, Request request, @Nullable Principal by, String outcome) {
        List<LogEntry.Member> head = new ArrayList<>();
        head.add(LogEntry.Member.of("by", by == null ? "" : by.name()));
        head.add(LogEntry.Member.of("from", request.remoteAddress()));
        if (rule.isBelowADatabase()) {
            head.add(LogEntry.Member.of("database", rule.database(request)));
        }
        for (String parameter : rule.told()) {
            request.query().all(parameter).forEach(value -> head.add(LogEntry.Member.of(parameter, value)));
        }
        return lines(act(rule, request), head, AuditedBody.facts(rule, request.body()), outcome);
    }

    /** Returns so many lines that all facts are told. */
    private static List<LogEntry> lines(
            String act, List<LogEntry.Member> head, List<LogEntry.Member> facts, String outcome) {
        List<LogEntry> lines = new ArrayList<>(1);
        int from = 0;
        do {
            int to = Math.min(from + FACTS_A_LINE, facts.size());
            List<LogEntry.Member> members = new ArrayList<>(head);
            members.addAll(facts.subList(from, to));
            members.add(new LogEntry.Member("outcome", outcome));
            lines.add(LogEntry.of(act, members));
            from = to;
        } while (from < facts.size());
        return lines;
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

    /** Writes that the entry of one principal changed in the list, and what it may do now. */
    void listChanged(String name, Optional<Principal> before, Optional<Principal> now) {
        if (on) {
            Optional<Clearance> clearance = now.map(Principal::clearance);
            lines(
                            "access-changed",
                            List.of(LogEntry.Member.of("name", name)),
                            clearance.map(AuditedBody::facts).orElse(List.of()),
                            before.isEmpty() ? "added" : now.isEmpty() ? "removed" : "changed")
                    .forEach(line -> LOG.info("{}", line));
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
}
