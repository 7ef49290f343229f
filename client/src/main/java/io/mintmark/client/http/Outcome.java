package io.mintmark.client.http;

import org.jspecify.annotations.Nullable;

/** What became of one attempt, before anybody judges it. */
sealed interface Outcome {

    /** The node answered, whatever it said. */
    record Answered(Reply reply) implements Outcome {}

    /**
     * The node did not answer.
     *
     * @param sent whether the request may have reached it
     */
    record Failed(boolean sent, String reason, @Nullable Throwable cause) implements Outcome {}
}
