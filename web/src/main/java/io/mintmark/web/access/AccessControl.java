package io.mintmark.web.access;

import io.mintmark.RandomBytes;
import io.mintmark.internal.Ticker;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.AccessListException;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.access.principal.StoredAccessList;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Endpoint;
import io.mintmark.web.http.EndpointDecorator;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.SocketEndpoint;
import io.mintmark.web.http.StreamEndpoint;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands before each endpoint: asks who calls, whether the clearance suffices, and tells the audit log what came of it.
 * Thread-safe.
 *
 * <p>An endpoint cannot be added to a router without it, and it finds the rule of a route when the server starts, so no
 * route is forgotten. Requests inside others come through it, too. Where access control was never set up, it lets
 * everybody in.
 */
public final class AccessControl implements EndpointDecorator, AutoCloseable {
    /** Null where access control was never set up; set by the follower alone. */
    private final AtomicReference<@Nullable AccessList> inForce = new AtomicReference<>();

    private final AccessListFollower follower;
    private final Authentication authentication;
    private final Ticker ticker;
    private final AuditLog audit;
    private final BrowserSessions sessions = new BrowserSessions(RandomBytes.secure());

    /**
     * Creates the access control of one server.
     *
     * @param stored where the access list is, if there is one
     * @throws AccessListException if there is a list that cannot be used
     */
    public AccessControl(StoredAccessList stored, InstantSource clock, AuditLog audit) {
        this(stored, clock, Ticker.SYSTEM, audit);
    }

    AccessControl(StoredAccessList stored, InstantSource clock, Ticker ticker, AuditLog audit) {
        this.follower = new AccessListFollower(stored, audit, inForce);
        this.authentication = new Authentication(clock, new GuessLimit(ticker, audit::tellUnknown), audit);
        this.ticker = ticker;
        this.audit = audit;
    }

    /** Begins to obey what others change in the list. */
    public void begin() {
        follower.begin();
    }

    /** Obeys no further change. */
    @Override
    public void close() {
        follower.close();
    }

    /** Returns whether callers are asked who they are. */
    public boolean isSetUp() {
        return inForce.get() != null;
    }

    /** {@inheritDoc} A route without a rule is a mistake of the program. */
    @Override
    public Endpoint around(String method, String pattern, Endpoint endpoint) {
        RouteRequirement rule = RouteRequirements.of(method, pattern);
        if (rule.need() == RequiredClearance.NOTHING) {
            return endpoint;
        }
        if (audit.concerns(rule)) {
            return request -> audited(rule, request, authorize(rule, request), endpoint);
        }
        return request -> {
            @Nullable Principal ignored = authorize(rule, request);
            return endpoint.answer(request);
        };
    }

    /** {@inheritDoc} A caller who loses its clearance loses its stream. */
    @Override
    public StreamEndpoint aroundStream(String method, String pattern, StreamEndpoint endpoint) {
        RouteRequirement rule = RouteRequirements.of(method, pattern);
        return (request, stop) -> {
            LastingAccess access = lasting(rule, request);
            @Nullable Principal caller = authorize(rule, request);
            BodyReceiver receiver = toldOf(rule, request, caller, () -> endpoint.open(request, stop));
            return new LastingAccess.GuardedReceiver(
                    access, receiver, outcome -> audit.tell(rule, request, caller, outcome));
        };
    }

    /** {@inheritDoc} A caller who loses its clearance hears nothing more. */
    @Override
    public SocketEndpoint aroundSocket(String method, String pattern, SocketEndpoint endpoint) {
        RouteRequirement rule = RouteRequirements.of(method, pattern);
        return handshake -> {
            LastingAccess access = lasting(rule, handshake);
            @Nullable Principal ignored = authorize(rule, handshake);
            SocketEndpoint.Opening opening = endpoint.accept(handshake);
            return socket -> new LastingAccess.GuardedSocket(access, socket, opening.open(socket));
        };
    }

    /** Taken before the caller is judged: a list that changes meanwhile is not missed. */
    private LastingAccess lasting(RouteRequirement rule, Request request) {
        return new LastingAccess(this, rule, rule.database(request), sessions.callerOf(request), inForce.get());
    }

    /** Returns who calls, or null where nobody is asked; refuses those whose clearance does not suffice. */
    private @Nullable Principal authorize(RouteRequirement rule, Request request) {
        @Nullable Principal caller = judged(rule, request);
        request.authorizeFor(request.pathPart(RouteRequirement.PATH_PART, ""));
        return caller;
    }

    private @Nullable Principal judged(RouteRequirement rule, Request request) {
        @Nullable AccessList list = inForce.get();
        if (list == null) {
            return null;
        }
        Principal caller = authentication.require(sessions.callerOf(request), list);
        request.sentBy(caller.name());
        String database = rule.database(request);
        if (!rule.need().isMetBy(caller.clearance(), database)) {
            audit.tellRefused(rule, request, caller);
            throw Authentication.refusal(shortage(rule, database, caller));
        }
        return caller;
    }

    /** Refuses a caller, let in before, whose clearance does not suffice by {@code list}; null asks nobody. */
    void judge(RouteRequirement rule, String database, Caller caller, @Nullable AccessList list) {
        if (list == null) {
            return;
        }
        Principal known = authentication.require(caller.letIn(), list);
        if (!rule.need().isMetBy(known.clearance(), database)) {
            throw Authentication.refusal(shortage(rule, database, known));
        }
    }

    /** It says the same whether the database exists or not. */
    private static String shortage(RouteRequirement rule, String database, Principal caller) {
        String wanted = "The access of '" + caller.name() + "' does not suffice for " + rule.method() + " "
                + rule.pattern() + ", which needs " + rule.need().words();
        String where = rule.need().isAboutADatabase() ? " in the database '" + database + "'" : "";
        return wanted + where + ": let an operator grant it, or ask with another certificate or token.";
    }

    @Nullable AccessList list() {
        return inForce.get();
    }

    /** What an operator changes. */
    @FunctionalInterface
    interface Change {
        /** Returns the list after it; {@code caller} is the operator, by what it just showed. */
        AccessList of(AccessList list, AccessList.Known caller);
    }

    /**
     * Changes the list in force for an operator over HTTP, who cannot begin one. The caller is judged again by the list
     * that is changed: the one in force may be a second old, and a removed operator would put another one in.
     */
    AccessList change(Request request, Change change) {
        AccessList ignored = requireSetUp();
        Caller caller = sessions.callerOf(request).letIn();
        return follower.change(list -> {
            AccessList.Known present = authentication.requireKnown(caller, list);
            if (!present.principal().clearance().isOperator()) {
                throw Authentication.refusal(
                        "The access of '" + present.principal().name()
                                + "' does not suffice any more to change who may do what: let an operator do it.");
            }
            return change.of(list, present);
        });
    }

    /** Returns the list with all that was acknowledged anywhere before this call. */
    AccessList newest() {
        AccessList ignored = requireSetUp();
        follower.catchUp();
        return requireSetUp();
    }

    AccessList requireSetUp() {
        @Nullable AccessList list = inForce.get();
        if (list == null) {
            throw new ApiException(
                    ErrorType.INVALID_OPERATION,
                    "Access control is not set up on this server: add the first operator on its machine, with `"
                            + follower.firstCommand() + "`.");
        }
        return list;
    }

    Principal identify(Request request, AccessList list) {
        return authentication.require(sessions.callerOf(request), list);
    }

    BrowserSessions sessions() {
        return sessions;
    }

    long nanos() {
        return ticker.nanos();
    }

    /** Returns the key forms of the databases that a caller may know of, or nothing if it may know of all. */
    public Optional<Set<String>> databasesFor(Request request) {
        @Nullable AccessList list = inForce.get();
        if (list == null) {
            return Optional.empty();
        }
        Clearance clearance =
                authentication.require(sessions.callerOf(request), list).clearance();
        return clearance.isOperator() ? Optional.empty() : Optional.of(clearance.names());
    }

    private Answer audited(RouteRequirement rule, Request request, @Nullable Principal caller, Endpoint endpoint) {
        Answer answer = toldOf(rule, request, caller, () -> endpoint.answer(request));
        if (!(answer instanceof LaterReply later)) {
            audit.tell(rule, request, caller, answer.await());
            return answer;
        }
        return later.with(() -> {
            Reply reply = toldOf(rule, request, caller, later::await);
            audit.tell(rule, request, caller, reply);
            return reply;
        });
    }

    private <T> T toldOf(RouteRequirement rule, Request request, @Nullable Principal caller, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException | Error e) {
            audit.tell(rule, request, caller, AuditLog.outcome(request.target(), e));
            throw e;
        }
    }
}
