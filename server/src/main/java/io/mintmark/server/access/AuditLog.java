package io.mintmark.server.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.server.access.principal.Principal;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes who changed something, and what came of it: a line for each request, in a log of its own. Thread-safe.
 *
 * <p>It never has bodies, tokens or numbers of ranges. Values come from outside: each is quoted, escaped and cut, so that none
 * can forge another member or line.
 */
public final class AuditLog {
    /** The name of the log. */
    public static final String LOGGER = "mintmark.audit";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final String HILO = "Raven/Hilo/";
    private static final int VALUE_CHARS_MAX = 256;
    private static final int DATABASES_MAX = 20;
    /** A larger body is refused, and naming what it asks for would cost more than refusing it. */
    private static final int BODY_BYTES_MAX = 256 << 10;

    private final boolean on;

    /** Writes lines if it is {@code on}. */
    public AuditLog(boolean on) {
        this.on = on;
    }

    boolean isOn() {
        return on;
    }

    /** Writes what came of a request that a rule says is told. */
    void tell(RouteRule rule, Request request, @Nullable Principal by, String outcome) {
        if (!on || !rule.isAudited()) {
            return;
        }
        StringBuilder line = new StringBuilder(160).append(act(rule, request));
        append(line, "by", by == null ? "" : by.name());
        append(line, "from", request.remoteAddress());
        if (rule.pattern().contains("{db}")) {
            append(line, "database", request.pathPart("db"));
        }
        for (String parameter : rule.told()) {
            request.query().first(parameter).ifPresent(value -> append(line, parameter, value));
        }
        if (rule.act().equals("delete")) {
            deleted(request.body()).forEach(name -> append(line, "name", name));
        }
        append(line, "outcome", outcome);
        LOG.info("{}", line);
    }

    /** A HiLo document is a view of its counter, so to write one moves the counter. */
    private static String act(RouteRule rule, Request request) {
        boolean hilo = rule.act().equals("write")
                && request.query()
                        .first(Parameters.ID)
                        .filter(id -> id.regionMatches(true, 0, HILO, 0, HILO.length()))
                        .isPresent();
        return hilo ? "raise" : rule.act();
    }

    /** Writes that the entry of one principal changed in the file. */
    void listChanged(String name) {
        if (on) {
            StringBuilder line = new StringBuilder("access-changed");
            append(line, "name", name);
            LOG.info("{}", line);
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

    private static void append(StringBuilder line, String member, String value) {
        line.append(' ').append(member).append("=\"");
        int end = Math.min(value.length(), VALUE_CHARS_MAX);
        for (int i = 0; i < end; i++) {
            appendEscaped(line, value.charAt(i));
        }
        line.append(value.length() > end ? "…\"" : "\"");
    }

    private static void appendEscaped(StringBuilder line, char c) {
        if (c == '"' || c == '\\') {
            line.append('\\').append(c);
        } else if (c < ' ' || c > '~') {
            line.append(String.format("\\u%04x", (int) c));
        } else {
            line.append(c);
        }
    }

    /** Returns the names in a body that asks for the deletion of databases. */
    private static List<String> deleted(byte[] body) {
        List<String> names = new ArrayList<>();
        if (body.length > BODY_BYTES_MAX) {
            return names;
        }
        try (JsonParser json = new JsonFactory().createParser(body)) {
            boolean here = false;
            for (JsonToken token = json.nextToken();
                    token != null && names.size() < DATABASES_MAX;
                    token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    here = json.currentName().equals("DatabaseNames");
                } else if (here && token == JsonToken.VALUE_STRING) {
                    names.add(json.getText());
                }
            }
        } catch (IOException e) {
            // A body that is no JSON was refused, and names nothing.
        }
        return names;
    }
}
