package io.mintmark.web.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.support.Json;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refusals below {@code /v1} in the form of RFC 9457, with statuses that mean what HTTP means by them. Stateless.
 *
 * <p>RavenDB's clients give some statuses a meaning of their own, so that the other routes cannot say 404 for what is
 * missing. Nobody brings such a meaning here.
 */
final class ProblemBody {
    static final String MEDIA_TYPE = "application/problem+json";

    /** A name of a kind is no address: nothing lies there (RFC 4151, as RFC 9457 advises). */
    private static final String KIND = "tag:mintmark.io,2026:problem/";

    private ProblemBody() {}

    /** Returns whether refusals of requests for {@code url} have this form. */
    static boolean isFor(String url) {
        return begins(url, PlainRoutes.PREFIX) || begins(url, PlainRoutes.OPENAPI);
    }

    private static boolean begins(String url, String path) {
        return url.regionMatches(true, 0, path, 0, path.length());
    }

    /** Returns the status of a kind of refusal. */
    static int status(ErrorType type) {
        return switch (type) {
            case ROUTE_NOT_FOUND, DATABASE_MISSING -> 404;
            // What the request meets is in another state than it needs.
            case EXHAUSTED, IDEMPOTENCY_KEY_RUNNING, LEAP -> 409;
            case CUT_SHORT -> 503;
            default -> type.status();
        };
    }

    /** Returns the body; {@code members} are further ones. */
    static byte[] of(int status, String url, ErrorType type, String detail, Map<String, @Nullable String> members) {
        return Json.writeObject(json -> write(json, status, url, type, detail, members));
    }

    private static void write(
            JsonGenerator json,
            int status,
            String url,
            ErrorType type,
            String detail,
            Map<String, @Nullable String> members)
            throws IOException {
        String kind = type.name().toLowerCase(Locale.ROOT);
        json.writeStringField("type", KIND + kind.replace('_', '-'));
        json.writeStringField("title", type.name().charAt(0) + kind.substring(1).replace('_', ' '));
        json.writeNumberField("status", status);
        json.writeStringField("detail", Printable.encodable(detail));
        json.writeStringField("instance", Printable.encodable(url));
        for (Map.Entry<String, @Nullable String> member : members.entrySet()) {
            @Nullable String value = member.getValue();
            json.writeStringField(member.getKey(), value == null ? null : Printable.encodable(value));
        }
    }
}
