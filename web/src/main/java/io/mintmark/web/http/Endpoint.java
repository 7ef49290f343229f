package io.mintmark.web.http;

/**
 * Answers the requests of one route. Called by many threads at once, and free to block.
 *
 * <p>The request's body is complete when the endpoint runs.
 */
@FunctionalInterface
public interface Endpoint {
    /** Answers {@code request}, or throws {@link ApiException} to refuse it. */
    Answer answer(Request request);
}
