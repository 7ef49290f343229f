package io.mintmark.web.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.support.Incidents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes every refusal in one JSON shape, as RavenDB's clients read it; refusals of the plain API have that of
 * {@link ProblemBody}.
 *
 * <p>A stack trace never travels: a failure of the server is logged under an incident number, and the client gets the
 * number.
 */
public final class ErrorBody {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int URL_CHARS_MAX = 2048;

    private ErrorBody() {}

    /** Returns the reply that tells the client of {@code failure} while it asked for {@code url}. */
    public static Reply reply(String url, Throwable failure) {
        if (failure instanceof ApiException refusal) {
            return refusal(url, refusal);
        }
        long incident = log(url, failure);
        return reply(
                ErrorType.INTERNAL.status(),
                url,
                ErrorType.INTERNAL,
                "The server failed to answer; its log has the reason under incident " + incident + ".",
                Map.of());
    }

    private static Reply refusal(String url, ApiException refusal) {
        String message = refusal.text();
        if (refusal.type() == ErrorType.INTERNAL) {
            message += " (incident " + log(url, refusal) + ")";
        }
        Reply reply = reply(refusal.type().status(), url, refusal.type(), message, refusal.members());
        for (Map.Entry<String, String> header : refusal.headers().entrySet()) {
            reply = reply.header(header.getKey(), header.getValue());
        }
        return reply;
    }

    /** Returns the status of the reply that refuses a request for {@code url}. */
    public static int status(String url, ErrorType type) {
        return ProblemBody.isFor(url) ? ProblemBody.status(type) : type.status();
    }

    /** Returns an error reply whose status is not that of its type. */
    public static Reply reply(
            int status, String url, ErrorType type, String message, Map<String, @Nullable String> members) {
        if (!ProblemBody.isFor(url)) {
            return Reply.json(status, json(url, type, message, members));
        }
        String cut = Printable.cut(url, URL_CHARS_MAX);
        int shown = status == type.status() ? ProblemBody.status(type) : status;
        return Reply.text(shown, ProblemBody.MEDIA_TYPE, ProblemBody.of(shown, cut, type, message, members));
    }

    private static byte[] json(String url, ErrorType type, String message, Map<String, @Nullable String> members) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            // The writer refuses half a character, and messages show what clients sent.
            String text = Printable.encodable(message);
            json.writeStringField("Url", Printable.encodable(Printable.cut(url, URL_CHARS_MAX)));
            json.writeStringField("Type", type.wireName());
            json.writeStringField("Message", text);
            json.writeStringField("Error", type.wireName() + ": " + text);
            for (Map.Entry<String, @Nullable String> member : members.entrySet()) {
                @Nullable String value = member.getValue();
                json.writeStringField(member.getKey(), value == null ? null : Printable.encodable(value));
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("an error body could not be written to memory", e);
        }
        return bytes.toByteArray();
    }

    private static long log(String url, Throwable failure) {
        return Incidents.OF_SERVER.add("answering " + Printable.brief(url), failure);
    }
}
