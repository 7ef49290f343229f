package io.mintmark.server;

import io.mintmark.internal.Sha256;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Routes;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files of the Studio, which says nothing by itself: its scripts ask the routes that everybody asks. Thread-safe.
 */
final class Studio {
    private static final String PAGE = "index.html";

    /** Each file with its kind; nothing else of the jar is shown. */
    static final Map<String, String> KINDS = kinds();

    /** Scripts and styles come from here alone, ask here alone, and no other page frames these. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Map<String, Shown> shown = new ConcurrentHashMap<>();

    /** A file as it was read, and what names this very content. */
    private record Shown(byte[] bytes, String tag) {}

    private static Map<String, String> kinds() {
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put(PAGE, "text/html; charset=utf-8");
        kinds.put("studio.css", "text/css; charset=utf-8");
        kinds.put("icon.svg", "image/svg+xml");
        for (String script : new String[] {
            "app",
            "page",
            "server",
            "words",
            "json",
            "overview",
            "begin",
            "snippets",
            "counters",
            "line",
            "documents",
            "create",
            "ways",
            "identities",
            "indexes",
            "buckets",
            "traffic",
            "access",
            "audit",
            "endless",
            "metrics"
        }) {
            kinds.put(script + ".js", "text/javascript; charset=utf-8");
        }
        return kinds;
    }

    void addTo(Router router) {
        router.add("GET", Routes.FRONT_PAGE, request -> Reply.empty(302).header("Location", Routes.STUDIO))
                .add("GET", Routes.STUDIO, request -> reply(request, PAGE))
                .add("GET", Routes.STUDIO_FILE, request -> reply(request, request.pathPart("file")));
    }

    private Reply reply(Request request, String name) {
        String kind = KINDS.get(name);
        if (kind == null) {
            throw new ApiException(ErrorType.NOT_FOUND, "The Studio has no such file: begin at /studio/.");
        }
        Shown file = shown.computeIfAbsent(name, Studio::read);
        Reply reply = request.header("If-None-Match").filter(file.tag()::equals).isPresent()
                ? Reply.empty(304)
                : Reply.text(200, kind, file.bytes());
        return reply.header("ETag", file.tag())
                .header("Cache-Control", "no-cache")
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer");
    }

    private static Shown read(String name) {
        try (InputStream file = Objects.requireNonNull(Studio.class.getResourceAsStream("studio/" + name))) {
            byte[] bytes = file.readAllBytes();
            return new Shown(bytes, '"' + Sha256.of(bytes).substring(0, 32) + '"');
        } catch (IOException e) {
            throw new UncheckedIOException("a resource of this jar cannot be read", e);
        }
    }
}
