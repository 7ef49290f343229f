package io.mintmark.client.http;

import io.mintmark.client.exceptions.MintmarkClientException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What follows from one attempt. */
sealed interface Verdict {

    /** The caller gets this. */
    record Done(Reply reply) implements Verdict {}

    /** The caller gets this, because the same request would fare no better elsewhere, or must not be sent again. */
    record Refused(MintmarkClientException failure) implements Verdict {}

    /**
     * Another node, or the same one later, may do better, and asking it does no harm.
     *
     * @param reason why this one did not
     * @param reached whether the request reached a server, which then had work with it
     * @param healthy whether the node is in order and just has too much to do
     * @param retryAfter how long the node wants to be left alone
     * @param failure what the caller gets if nobody does better; null stands for "no node answered"
     * @param cause what the JDK threw, if it did
     */
    record Elsewhere(
            String reason,
            boolean reached,
            boolean healthy,
            Duration retryAfter,
            @Nullable MintmarkClientException failure,
            @Nullable Throwable cause)
            implements Verdict {}
}
