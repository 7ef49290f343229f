package io.mintmark.client.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The outcome of one exchange with one node, before a retry policy judges it. */
public sealed interface ExchangeOutcome {
    /** The node answered, whatever it said. */
    record Answered(Reply reply) implements ExchangeOutcome {}

    /**
     * The node did not answer.
     *
     * @param sent whether the request may have reached it
     */
    record Failed(boolean sent, String reason, @Nullable Throwable cause) implements ExchangeOutcome {}

    /** Returns the outcome of an exchange with {@code node} that ended with one of the two. */
    static ExchangeOutcome of(URI node, @Nullable Reply reply, @Nullable Throwable failure) {
        if (reply != null) {
            return new Answered(reply);
        }
        return JdkFailures.read(node, failure == null ? new IllegalStateException("no reply and no failure") : failure);
    }
}
