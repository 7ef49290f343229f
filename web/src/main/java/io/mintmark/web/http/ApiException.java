package io.mintmark.web.http;

import io.mintmark.MintmarkException;
import io.mintmark.protocol.ErrorType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A refusal on its way to the client: becomes a reply with the status of its {@link #type()} and a JSON body.
 *
 * <p>Its message is shown to the client as it is.
 */
public final class ApiException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final ErrorType type;
    private final LinkedHashMap<String, @Nullable String> members = new LinkedHashMap<>();
    private final LinkedHashMap<String, String> headers = new LinkedHashMap<>();

    /** Creates a refusal of kind {@code type}, whose {@code message} names the rule, the value and the remedy. */
    public ApiException(ErrorType type, String message) {
        super(message);
        this.type = type;
    }

    /** Returns the kind of this refusal. */
    public ErrorType type() {
        return type;
    }

    /** Adds a member to the reply's JSON body, {@code null} included, and returns this exception. */
    public ApiException with(String member, @Nullable String value) {
        members.put(member, value);
        return this;
    }

    /** Adds a header field to the reply, and returns this exception. */
    public ApiException header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** Returns a refusal of the same kind, members and header fields whose message goes on with {@code more}. */
    public ApiException saying(String more) {
        ApiException longer = new ApiException(type, text() + more);
        longer.members.putAll(members);
        longer.headers.putAll(headers);
        longer.initCause(this);
        return longer;
    }

    Map<String, @Nullable String> members() {
        return Collections.unmodifiableMap(members);
    }

    Map<String, String> headers() {
        return Collections.unmodifiableMap(headers);
    }

    /** Returns the message, which every refusal has. */
    String text() {
        return String.valueOf(getMessage());
    }
}
