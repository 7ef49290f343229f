package io.mintmark.web.http;

/**
 * Answers the requests of one route whose bodies are used while they arrive, however long they are. Called by many
 * threads at once.
 */
@FunctionalInterface
public interface StreamEndpoint {
    /**
     * Begins to receive one body, or throws {@link ApiException} to refuse it unread.
     *
     * @param request the request without its body
     * @param stop ends this stream from elsewhere
     */
    BodyReceiver open(Request request, Stop stop);

    /** Ends a stream from outside it. */
    @FunctionalInterface
    interface Stop {
        /**
         * Fails the stream because of {@code why}; does nothing if it ended before. For any thread at any time: this
         * does not wait for a piece that is being taken, after which the stream ends.
         */
        void because(ApiException why);
    }
}
