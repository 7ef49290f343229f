package io.mintmark.web.access;

import io.mintmark.RandomBytes;
import io.mintmark.internal.Sha256;
import io.mintmark.web.access.Caller.Shown;
import io.mintmark.web.access.principal.Principal;
import io.mintmark.web.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The browsers that signed in at this node. Each stands for the credential that it signed in with, which is judged anew
 * at every request: a session ends with its principal, with its credential, or with the node. Thread-safe.
 *
 * <p><b>Two halves.</b> A browser sends a cookie by itself, whoever asks it to, and to every port of a host; so a
 * cookie alone is nothing. Only the page that signed in has the other half, and only a page of this server can send it:
 * a field of its own makes browsers ask this server first where another site wants to send it, and they are told no.
 */
final class BrowserSessions {
    /** The field in which a page sends its half. */
    static final String TAB_FIELD = "Mintmark-Tab";
    /** What the name of each cookie has; a host's port follows, since servers on one host share its cookies. */
    static final String COOKIE = "mintmark-";

    private static final int SESSIONS_MAX = 1_000;
    private static final int HALF_BYTES = 32;
    private static final Pattern COOKIES = Pattern.compile(COOKIE + "[0-9]{1,5}=([0-9a-f]{" + 2 * HALF_BYTES + "})");
    /** More cookies of ours have no place in what a browser sends. */
    private static final int COOKIES_MAX = 32;

    private final RandomBytes random;

    /** By the digest of both halves; the session that was used least lately comes first. */
    private final Map<String, Session> sessions = new LinkedHashMap<>(16, 0.75f, true);

    BrowserSessions(RandomBytes random) {
        this.random = random;
    }

    /** Both halves of a new session. */
    record Begun(String cookie, String tab) {}

    /** What a session stands for, and the name of whoever began it. */
    private record Session(Shown shown, String name) {}

    /** Begins a session of {@code principal} that stands for {@code shown}. */
    Begun begin(Shown shown, Principal principal) {
        Begun begun = new Begun(half(), half());
        synchronized (sessions) {
            sessions.put(digest(begun.cookie(), begun.tab()), new Session(shown, principal.name()));
            if (sessions.size() > SESSIONS_MAX) {
                endOneOfWhoHasMost();
            }
        }
        return begun;
    }

    /** Nobody's sign-ins end the sessions of others who have fewer. */
    private void endOneOfWhoHasMost() {
        Map<String, Long> counts =
                sessions.values().stream().collect(Collectors.groupingBy(Session::name, Collectors.counting()));
        Long most = Collections.max(counts.values());
        Iterator<Session> each = sessions.values().iterator();
        while (!most.equals(counts.get(each.next().name()))) {
            // Those who have fewer keep theirs.
        }
        each.remove();
    }

    private String half() {
        return HexFormat.of().formatHex(random.take(HALF_BYTES));
    }

    /** Nobody can tell by the time of a look-up which half was right. */
    private static String digest(String cookie, String tab) {
        return Sha256.of((cookie + ' ' + tab).getBytes(StandardCharsets.UTF_8));
    }

    /** Ends the session of {@code request}, if it has one. */
    void end(Request request) {
        request.header(TAB_FIELD).ifPresent(tab -> {
            synchronized (sessions) {
                cookies(request).forEach(cookie -> sessions.remove(digest(cookie, tab)));
            }
        });
    }

    /**
     * Returns who sends {@code request}: by its {@code Authorization}, else by the session of its page, else by the
     * certificate of its connection. A browser shows a certificate with all that it sends, whoever signed in on a page.
     */
    Caller callerOf(Request request) {
        Caller caller = Caller.of(request);
        Optional<String> tab = request.header(TAB_FIELD);
        boolean isWritten = request.header("Authorization").isPresent();
        return isWritten || tab.isEmpty() ? caller : of(request, tab.get(), caller);
    }

    private Caller of(Request request, String tab, Caller caller) {
        synchronized (sessions) {
            for (String cookie : cookies(request)) {
                Session found = sessions.get(digest(cookie, tab));
                if (found != null) {
                    return caller.showing(found.shown()).letIn();
                }
            }
        }
        return caller.showing(new Shown.EndedSession());
    }

    private static Iterable<String> cookies(Request request) {
        return COOKIES.matcher(request.header("Cookie").orElse(""))
                .results()
                .limit(COOKIES_MAX)
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
