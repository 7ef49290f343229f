package io.mintmark.client.exceptions;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * No node could answer: the request had no effect, or may be repeated without harm.
 *
 * <p>If a request that must not be repeated may have had an effect, {@link UnknownOutcomeException} is thrown instead.
 */
public final class ServerUnreachableException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private final transient List<Attempt> attempts;

    /**
     * One failed attempt.
     *
     * @param node the node that was asked
     * @param reason why there was no answer
     */
    public record Attempt(URI node, String reason) {
        @Override
        public String toString() {
            return node + ": " + reason;
        }
    }

    /**
     * Creates an exception.
     *
     * @param request the request line
     * @param attempts each attempt, in order
     * @param why why there was no further attempt
     */
    public ServerUnreachableException(String request, List<Attempt> attempts, String why, @Nullable Throwable cause) {
        super(
                "No node answered " + request + " (" + why + "): " + told(attempts)
                        + ". Check the URL, and whether a server runs there.",
                cause);
        this.attempts = List.copyOf(attempts);
    }

    /** Lists each distinct failure once, with its count. */
    private static String told(List<Attempt> attempts) {
        Map<Attempt, Integer> counts = new LinkedHashMap<>();
        attempts.forEach(attempt -> counts.merge(attempt, 1, Integer::sum));
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + (entry.getValue() == 1 ? "" : " (" + entry.getValue() + " times)"))
                .collect(Collectors.joining("; "));
    }

    /** Returns each attempt, in order. */
    public List<Attempt> attempts() {
        return attempts;
    }
}
