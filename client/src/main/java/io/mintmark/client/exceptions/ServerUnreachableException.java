package io.mintmark.client.exceptions;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * No node could answer; what was asked did not happen, or may be asked again without harm.
 *
 * <p>Where something that must not happen twice may have happened, {@link UnknownOutcomeException} is thrown instead.
 */
public final class ServerUnreachableException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private final transient List<Attempt> attempts;

    /**
     * One try that failed.
     *
     * @param node whom it asked
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
     * @param request what was asked
     * @param attempts each try, in order
     * @param why why there was no further try
     */
    public ServerUnreachableException(String request, List<Attempt> attempts, String why, @Nullable Throwable cause) {
        super(
                "No node answered " + request + " (" + why + "): " + told(attempts)
                        + ". Check the URL, and whether a server runs there.",
                cause);
        this.attempts = List.copyOf(attempts);
    }

    /** Each failure once, with how often there was the same. */
    private static String told(List<Attempt> attempts) {
        Map<Attempt, Integer> counts = new LinkedHashMap<>();
        attempts.forEach(attempt -> counts.merge(attempt, 1, Integer::sum));
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + (entry.getValue() == 1 ? "" : " (" + entry.getValue() + " times)"))
                .collect(Collectors.joining("; "));
    }

    /** Returns each try, in order. */
    public List<Attempt> attempts() {
        return attempts;
    }
}
