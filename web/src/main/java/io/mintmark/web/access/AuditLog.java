package io.mintmark.web.access;

import io.mintmark.internal.Ticker;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.support.LogEntry;
import io.mintmark.support.LogEntry.Member;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.access.principal.SignIns;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.ErrorBody;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    static final String DONE = "done";
    static final String IGNORED = "ignored";
    private static final String BEGUN = "begun";
    private static final String REFUSED = "refused";
    private static final String FAILED = "failed";
    /** After these, what was asked for may be done, or a part of it. */
    private static final Set<ErrorType> FAILURES = EnumSet.of(
            ErrorType.INDEX_LATE,
            ErrorType.CANCELED,
            ErrorType.CUT_SHORT,
            ErrorType.INTERNAL,
            ErrorType.DATABASE_FAILED);

    private static final int FACTS_A_LINE = 20;

    private final Scope scope;
    private final AdministrationLog administration;
    private final SignIns signIns;

    /** Writes lines of its own for what is in {@code scope}. */
    public AuditLog(Scope scope) {
        this(scope, Ticker.SYSTEM);
    }

    AuditLog(Scope scope, Ticker ticker) {
        this.scope = scope;
        this.administration = new AdministrationLog(ticker);
        this.signIns = new SignIns(ticker);
    }

    /**
     * What has lines. Numbers and documents may be so many that their lines fill a disk: they are asked for by name.
     *
     * @param on whether anything has
     * @param numbers whether ranges, returns and numbers of identities have, too
     * @param writes whether documents have, too
     */
    public record Scope(boolean on, boolean numbers, boolean writes) {
        /** Nothing. */
        public static final Scope NONE = new Scope(false, false, false);

        private boolean has(RouteRequirement rule) {
            return on && rule.isAudited() && (numbers || !rule.drawsNumbers());
        }
    }

    /** Returns whether requests by this rule may be told, as long as the server runs. */
    boolean concerns(RouteRequirement rule) {
        return scope.has(rule) || rule.isAdministrative();
    }

    /** Writes what came of a request, if a rule says that it is told; its caller was authorized. */
    void tell(RouteRequirement rule, Request request, @Nullable Principal by, Reply reply) {
        boolean isThere = rule.act().equals("create") && reply.status() == 200;
        tell(rule, request, by, isThere || request.wasIgnored() ? IGNORED : outcome(reply), reply);
    }

    /** The same for one that was not answered. */
    void tell(RouteRequirement rule, Request request, @Nullable Principal by, String outcome) {
        tell(rule, request, by, outcome, null);
    }

    private void tell(
            RouteRequirement rule, Request request, @Nullable Principal by, String outcome, @Nullable Reply reply) {
        if (scope.has(rule)) {
            acts(rule, request, by, outcome, reply).forEach(AuditLog::write);
        }
        if (administration.tells(rule)) {
            acts(rule, request, by, outcome).forEach(act -> administration.tell(rule, act));
        }
    }

    private List<Act> acts(
            RouteRequirement rule, Request request, @Nullable Principal by, String outcome, @Nullable Reply reply) {
        if (!rule.storesDocuments()) {
            return acts(rule, request, by, outcome);
        }
        List<Act> acts = new ArrayList<>(1);
        new AuditedWrite(scope.writes(), rule, request, reply)
                .acts((word, ids, ignored) ->
                        acts.add(new Act(word, head(rule, request, by), ids, ignored ? IGNORED : outcome)));
        return acts;
    }

    /** One for each outcome: of several databases, some may not have been there, and one may have failed. */
    private static List<Act> acts(RouteRequirement rule, Request request, @Nullable Principal by, String outcome) {
        List<Member> head = head(rule, request, by);
        List<Act> acts = new ArrayList<>(1);
        AuditedBody.facts(rule, request, outcome)
                .forEach((each, facts) -> acts.add(new Act(rule.act(), head, facts, each)));
        return acts;
    }

    /**
     * Writes that the clearance of a known caller does not suffice; nothing was done, so the server's log has no line.
     */
    void tellRefused(RouteRequirement rule, Request request, Principal by) {
        if (scope.has(rule)) {
            acts(rule, request, by, REFUSED + " 403", null).forEach(AuditLog::write);
        }
    }

    /** Writes that a caller was recognized, or that its credential is good no more; once an hour for each address. */
    void tellSignIn(String by, String from, String outcome) {
        if (scope.on() && signIns.isNews(by, from, outcome)) {
            write(signIn(by, from, outcome));
        }
    }

    /** Writes that an address shows credentials that nobody knows; the caller says it seldom. */
    void tellUnknown(String from) {
        if (scope.on()) {
            write(signIn("", from, REFUSED + " 403"));
        }
    }

    private static Act signIn(String by, String from, String outcome) {
        return new Act("sign-in", List.of(Member.of("by", by), Member.of("from", from)), List.of(), outcome);
    }

    /**
     * An act: what was done to what, by whom, and what came of it.
     *
     * @param word what was done
     * @param head what each of its lines has
     * @param facts what it was done to, of which there may be many
     * @param outcome what came of it
     */
    record Act(String word, List<Member> head, List<Member> facts, String outcome) {
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
        LogEntry line(List<Member> last) {
            List<Member> end = new ArrayList<>();
            if (facts.size() > FACTS_A_LINE) {
                end.add(new Member("members-left-out", facts.size() - FACTS_A_LINE));
            }
            end.addAll(last);
            return line(0, end);
        }

        private LogEntry line(int from, List<Member> last) {
            List<Member> members = new ArrayList<>(head);
            members.addAll(facts.subList(from, Math.min(from + FACTS_A_LINE, facts.size())));
            members.add(new Member("outcome", outcome));
            members.addAll(last);
            return LogEntry.of(word, members);
        }
    }

    private static List<Member> head(RouteRequirement rule, Request request, @Nullable Principal by) {
        List<Member> head = new ArrayList<>();
        head.add(Member.of("by", by == null ? "" : by.name()));
        head.add(Member.of("from", request.remoteAddress()));
        if (rule.isBelowADatabase()) {
            head.add(Member.of("database", rule.database(request)));
        }
        return head;
    }

    private static void write(Act act) {
        act.lines().forEach(line -> LOG.info("{}", line));
    }

    /** Writes that the entry of one principal changed in the list, and what it may do now. */
    void listChanged(String name, Optional<Principal> before, Optional<Principal> now) {
        if (scope.on()) {
            Optional<Clearance> clearance = now.map(Principal::clearance);
            write(new Act(
                    "access-changed",
                    List.of(Member.of("name", name)),
                    clearance.map(AuditedBody::facts).orElse(List.of()),
                    before.isEmpty() ? "added" : now.isEmpty() ? "removed" : "changed"));
        }
    }

    /** Returns the outcome of a request that was answered; how a body ends that is made meanwhile, nobody knows. */
    static String outcome(Reply reply) {
        if (reply.writer().isPresent()) {
            return BEGUN;
        }
        return reply.fields().stream()
                .filter(field -> field.name().equals(Headers.RETURN))
                .map(Reply.Field::value)
                .findFirst()
                .orElse(reply.status() < 400 ? DONE : REFUSED + " " + reply.status());
    }

    /** Returns the outcome of a request for {@code url} that failed. */
    static String outcome(String url, Throwable failure) {
        boolean mayBeDone = failure instanceof ApiException refusal && FAILURES.contains(refusal.type());
        return outcome(mayBeDone ? FAILED : REFUSED, url, failure);
    }

    /** Returns the outcome of a stream that failed after it began: what came before is stored. */
    static String outcomeOfStream(Throwable failure) {
        return outcome(FAILED, "", failure);
    }

    private static String outcome(String word, String url, Throwable failure) {
        return failure instanceof ApiException refusal
                ? word + " " + ErrorBody.status(url, refusal.type()) + " "
                        + refusal.type().wireName()
                : FAILED;
    }
}
