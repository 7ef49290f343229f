package io.mintmark.web.http;

import io.mintmark.protocol.ErrorType;
import java.util.Map;

/** Makes refusals that blame nobody: the server has too much to do, and the same request may succeed a moment later. */
public final class Overload {
    private static final String RETRY_AFTER_SECONDS = "1";

    private Overload() {}

    /** Returns the refusal of a request that was not started; its {@code message} says of what there was too much. */
    public static ApiException refusal(String message) {
        return new ApiException(ErrorType.OVERLOADED, message).header("Retry-After", RETRY_AFTER_SECONDS);
    }

    /**
     * Returns the refusal of a request for {@code url} as a reply; it takes no exception, since many of them are sent.
     */
    public static Reply tooManyWait(String url) {
        return ErrorBody.reply(
                        ErrorType.OVERLOADED.status(),
                        url,
                        ErrorType.OVERLOADED,
                        "The server has more requests than it can answer: try again in a moment.",
                        Map.of())
                .header("Retry-After", RETRY_AFTER_SECONDS);
    }

    /** Returns the refusal of a request for which there is no memory of {@code capacity} bytes left. */
    public static ApiException noMemory(long capacity) {
        return refusal("Bodies and replies of all requests must not hold more than limit-memory=" + capacity
                + " bytes together, and no client more than is left for the others:"
                + " try again in a moment, or send and ask for less at a time.");
    }
}
