package io.mintmark.client.http;

import org.jspecify.annotations.Nullable;

/** The outcome of one exchange with one node, before {@link RetryPolicy} judges it. */
sealed interface ExchangeOutcome {

    /** The node answered, whatever it said. */
    record Answered(Reply reply) implements ExchangeOutcome {}

    /**
     * The node did not answer.
     *
     * @param sent whether the request may have reached it
     */
    record Failed(boolean sent, String reason, @Nullable Throwable cause) implements ExchangeOutcome {}
}
