package io.mintmark.web.access;

import io.mintmark.protocol.ErrorType;
import io.mintmark.web.access.Caller.Shown;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.ClientCertificate;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.http.ApiException;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Finds out who a caller is, by its token or else by its connection's certificate. Thread-safe. */
final class Authentication {
    private static final String REMEDY = ". An operator lets you in with `mintmark access add`, or PUT /admin/access.";
    private static final String ENDED =
            " that let this caller in is not known any more: it was replaced, or whom it stood"
                    + " for was removed. Sign in again, or call with a newer one.";

    private final InstantSource clock;
    private final GuessLimit guesses;
    private final AuditLog audit;

    Authentication(InstantSource clock, GuessLimit guesses, AuditLog audit) {
        this.clock = clock;
        this.guesses = guesses;
        this.audit = audit;
    }

    /** Returns who it is; refuses a credential that is unknown or not good any more, and a caller without one. */
    Principal require(Caller caller, AccessList list) {
        return requireKnown(caller, list).principal();
    }

    /** Returns the same with the credential by which it is known. */
    AccessList.Known requireKnown(Caller caller, AccessList list) {
        Instant now = clock.instant();
        AccessList.Known known = known(caller, list, now);
        String name = known.principal().name();
        try {
            requireGood(known, now);
            audit.tellSignIn(name, caller.address(), "done");
            return known;
        } catch (ApiException ended) {
            audit.tellSignIn(name, caller.address(), AuditLog.outcome("", ended));
            throw ended;
        }
    }

    private AccessList.Known known(Caller caller, AccessList list, Instant now) {
        if (caller.shown() instanceof Shown.Bearer bearer) {
            return byToken(caller, bearer, list);
        }
        if (caller.shown() instanceof Shown.Certificate shown) {
            return byCertificate(caller, shown.certificate(), list, now);
        }
        throw refusal(unknown(caller.shown()));
    }

    private static String unknown(Shown shown) {
        if (shown instanceof Shown.OtherScheme) {
            return "This server takes the scheme Bearer in Authorization, and no other: send `Authorization:"
                    + " Bearer mintmark_…`, or a client certificate.";
        }
        if (shown instanceof Shown.EndedSession) {
            return "The session of this page is not known to this node: it ended with a restart, because somebody signed out"
                    + " or for newer ones, or its cookie was not sent. Sign in again.";
        }
        return "This server asks who calls, and this request says nothing: send a client certificate over"
                + " TLS, or `Authorization: Bearer mintmark_…`.";
    }

    private AccessList.Known byToken(Caller caller, Shown.Bearer bearer, AccessList list) {
        AccessList.@Nullable Known known = bearer.digest().map(list::ofToken).orElse(null);
        if (known == null) {
            throw unknown(caller, "The bearer token", " of this request is not known to this server" + REMEDY, "");
        }
        return known;
    }

    private AccessList.Known byCertificate(Caller caller, ClientCertificate certificate, AccessList list, Instant now) {
        certificate.requireReliable(now);
        AccessList.@Nullable Known known = list.ofCertificate(certificate.fingerprints());
        if (known == null) {
            throw unknown(
                    caller, "The client certificate", " is not known to this server" + REMEDY, certificate.shown());
        }
        return known;
    }

    private static void requireGood(AccessList.Known known, Instant now) {
        Principal principal = known.principal();
        if (!known.credential().isGoodAt(now)) {
            throw refusal("This " + known.credential().kind().words() + " of '" + principal.name()
                    + "' was replaced, and its time ended at "
                    + known.credential().until()
                    + ": use the one that replaced it.");
        }
        if (!principal.isGoodAt(now)) {
            throw refusal("The access of '" + principal.name() + "' ended at " + principal.expires()
                    + ": let an operator remove and add it again with a later end.");
        }
    }

    /** What was known once is no guess: a page or a stream goes on with it until somebody looks. */
    private ApiException unknown(Caller caller, String credential, String why, String shown) {
        return caller.wasLetIn() ? refusal(credential + ENDED + shown) : guessed(caller, credential + why + shown);
    }

    private ApiException guessed(Caller caller, String message) {
        boolean end = guesses.failed(caller.party(), caller.address());
        ApiException refusal = refusal(message);
        return end && caller.ofItsOwn() ? refusal.header("Connection", "close") : refusal;
    }

    static ApiException refusal(String message) {
        return new ApiException(ErrorType.FORBIDDEN, message);
    }
}
