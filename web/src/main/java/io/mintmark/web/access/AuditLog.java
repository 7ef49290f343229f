package io.mintmark.web.access;

import io.mintmark.internal.Ticker;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.support.LogEntry;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.ErrorBody;
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
    private static final String REFUSED = "refused";
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
        Act act = act(rule, request, by, outcome);
        if (on) {
            write(act);
        }
        if (administrative) {
            administration.tell(rule, act);
        }
    }

    /**
     * Writes that the clearance of a known caller does not suffice; nothing was done, so the server's log has no line.
     */
    void tellRefused(RouteRequirement rule, Request request, Principal by) {
        if (on && rule.isAudited()) {
            write(act(rule, request, by, REFUSED + " 403"));
        }
    }

    /**
     * An act: what was done to what, by whom, and what came of it.
     *
     * @param word what was done
     * @param head what each of its lines has
     * @param facts what it was done to, of which there may be many
     * @param outcome what came of it
     */
    record Act(String word, List<LogEntry.Member> head, List<LogEntry.Member> facts, String outcome) {
        boolean isRefused() {
            return outcome.startsWith(REFUSED);
        }

        /** Returns so many lines that all facts are told. */
        List<LogEntry> lines() {
            List<LogEntry> lines = new ArrayList<>(1);
            int from = 0;
            do {
                lines.add(line(from, List.of()));
                from += FACTS_A_LINE;
            } while (from < facts.size());
            return lines;
        }

        /** Returns one line with the first facts, which says how many more there are, and ends with {@code last}. */
        LogEntry line(List<LogEntry.Member> last) {
            List<LogEntry.Member> end = new ArrayList<>();
            if (facts.size() > FACTS_A_LINE) {
                end.add(new LogEntry.Member("members-left-out", facts.size() - FACTS_A_LINE));
            }
            end.addAll(last);
            return line(0, end);
        }

        private LogEntry line(int from, List<LogEntry.Member> last) {
            List<LogEntry.Member> members = new ArrayList<>(head);
            members.addAll(facts.subList(from, Math.min(from + FACTS_A_LINE, facts.size())));
            members.add(new LogEntry.Member("outcome", outcome));
            members.addAll(last);
            return LogEntry.of(word, members);
        }
    }

    private static Act act(RouteRequirement rule, Request request, @Nullable Principal by, String outcome) {
        List<LogEntry.Member> head = new ArrayList<>();
        head.add(LogEntry.Member.of("by", by == null ? "" : by.name()));
        head.add(LogEntry.Member.of("from", request.remoteAddress()));
        if (rule.isBelowADatabase()) {
            head.add(LogEntry.Member.of("database", rule.database(request)));
        }
        List<LogEntry.Member> facts = new ArrayList<>();
        for (String parameter : rule.told()) {
            String part = request.pathPart(parameter, "");
            List<String> values = part.isEmpty() ? request.query().all(parameter) : List.of(part);
            values.forEach(value -> facts.add(LogEntry.Member.of(parameter, value)));
        }
        facts.addAll(AuditedBody.facts(rule, request.body()));
        return new Act(word(rule, request), head, facts, outcome);
    }

    private static void write(Act act) {
        act.lines().forEach(line -> LOG.info("{}", line));
    }

    /** A HiLo document is a view of its counter, so to write one moves the counter. */
    private static String word(RouteRequirement rule, Request request) {
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
            write(new Act(
                    "access-changed",
                    List.of(LogEntry.Member.of("name", name)),
                    clearance.map(AuditedBody::facts).orElse(List.of()),
                    before.isEmpty() ? "added" : now.isEmpty() ? "removed" : "changed"));
        }
    }

    /** Returns the outcome of a request that was answered. */
    static String outcome(Reply reply) {
        return reply.fields().stream()
                .filter(field -> field.name().equals(Headers.RETURN))
                .map(Reply.Field::value)
                .findFirst()
                .orElse(reply.status() < 400 ? "done" : REFUSED + " " + reply.status());
    }

    /** Returns the outcome of a request for {@code url} that failed. */
    static String outcome(String url, Throwable failure) {
        return failure instanceof ApiException refusal
                ? REFUSED + " " + ErrorBody.status(url, refusal.type()) + " "
                        + refusal.type().wireName()
                : "failed";
    }
}
