package io.mintmark.client.cluster;

import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.http.Reply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The step that {@link RetryPolicy} decides on after one attempt. */
sealed interface NextStep {

    /** The caller gets this reply. */
    record Return(Reply reply) implements NextStep {}

    /** The caller gets this exception: the request would fare no better elsewhere, or must not be sent again. */
    record Fail(MintmarkClientException failure) implements NextStep {}

    /**
     * Another node may succeed, or the same one later, and asking it is harmless.
     *
     * @param reason why this node did not succeed
     * @param reached whether the request reached a server and cost it work
     * @param healthy whether the node is in order and only has too much to do
     * @param retryAfter how long the node asks to be left alone
     * @param failure what the caller gets if no node succeeds; null stands for "no node answered"
     * @param cause what the JDK threw, if it threw
     */
    record Retry(
            String reason,
            boolean reached,
            boolean healthy,
            Duration retryAfter,
            @Nullable MintmarkClientException failure,
            @Nullable Throwable cause)
            implements NextStep {}
}
