package io.mintmark.web.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Routes;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.net.URI;
import java.util.Set;

/** Signing in with a browser, and out. Thread-safe. */
public final class SessionEndpoints {
    private static final Set<String> LOOPBACK_PEERS = Set.of("127.0.0.1", "::1", "0:0:0:0:0:0:0:1");

    private final AccessControl control;
    private final PublicUrl publicUrl;

    /** Answers for {@code control}; {@code publicUrl} says whether a browser's way to this server is TLS. */
    public SessionEndpoints(AccessControl control, PublicUrl publicUrl) {
        this.control = control;
        this.publicUrl = publicUrl;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.add("POST", Routes.SESSION, this::signIn).add("DELETE", Routes.SESSION, this::signOut);
    }

    private Reply signIn(Request request) {
        AccessList list = control.requireSetUp();
        URI url = URI.create(publicUrl.apply(request));
        requirePrivate(request, url);
        Principal principal = control.identify(request, list);
        ObjectNode json = AccessJson.principal(principal);
        BrowserSessions sessions = control.sessions();
        BrowserSessions.Begun begun = sessions.begin(sessions.callerOf(request).shown(), principal);
        json.put("Tab", begun.tab());
        return AccessJson.reply(201, json).header("Set-Cookie", cookie(url, begun.cookie(), ""));
    }

    private Reply signOut(Request request) {
        control.sessions().end(request);
        URI url = URI.create(publicUrl.apply(request));
        return Reply.empty(204).header("Set-Cookie", cookie(url, "", "; Max-Age=0"));
    }

    /** Without TLS whoever carries the request could take the session over. */
    private static void requirePrivate(Request request, URI url) {
        boolean loopback = LOOPBACK_PEERS.contains(request.remoteAddress())
                && WebGate.LOOPBACK.contains(String.valueOf(url.getHost()));
        if (!isSecure(url) && !loopback) {
            throw new ApiException(
                    ErrorType.INVALID_OPERATION,
                    "Browsers sign in over TLS, or on the server's own machine: start the server with --certificate, or"
                            + " with the https URL of its proxy as --public-url.");
        }
    }

    private static boolean isSecure(URI url) {
        return "https".equals(url.getScheme());
    }

    private static String cookie(URI url, String value, String more) {
        String name = BrowserSessions.COOKIE + port(url) + "=" + value;
        String fixed = "; Path=/; HttpOnly; SameSite=Strict" + more;
        return isSecure(url) ? "__Host-" + name + "; Secure" + fixed : name + fixed;
    }

    private static int port(URI url) {
        if (url.getPort() >= 0) {
            return url.getPort();
        }
        return isSecure(url) ? 443 : 80;
    }
}
