package io.mintmark.web.http;

import java.util.function.UnaryOperator;

/** An endpoint's answer: a {@link Reply}, or one that is {@linkplain LaterReply on its way}. */
public sealed interface Answer permits Reply, LaterReply {
    /** Returns this answer; {@code translation} applies to failures while its reply is made or written. */
    Answer translatingFailures(UnaryOperator<RuntimeException> translation);

    /** Returns the reply, after waiting for it if it is on its way; throws why there is none. */
    Reply await();
}
