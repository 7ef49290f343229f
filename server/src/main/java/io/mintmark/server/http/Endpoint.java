package io.mintmark.server.http;

import java.util.function.UnaryOperator;

/**
 * Answers the requests of one route. Called by many threads at once, and free to block.
 *
 * <p>The request's body is complete when the endpoint runs.
 */
@FunctionalInterface
public interface Endpoint {
    /** Answers {@code request}, or throws {@link ApiException} to refuse it. */
    Answer answer(Request request);

    /** Returns this endpoint; {@code translation} applies to its failures, also while its reply is made or written. */
    default Endpoint translatingFailures(UnaryOperator<RuntimeException> translation) {
        return request -> {
            try {
                return answer(request).translatingFailures(translation);
            } catch (RuntimeException e) {
                throw translation.apply(e);
            }
        };
    }
}
