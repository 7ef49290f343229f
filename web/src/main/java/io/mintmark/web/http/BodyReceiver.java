package io.mintmark.web.http;

import java.nio.ByteBuffer;

/**
 * Takes one request's body piece by piece, and answers.
 *
 * <p>One thread at a time calls it, and each call sees what the one before did. Calls may block while the server works:
 * nothing further is read meanwhile, and at last the sender waits. An exception of {@link #take}, {@link #pause} or
 * {@link #end} fails the stream.
 */
public interface BodyReceiver {
    /**
     * Takes the next bytes, decompressed; they are there during the call only.
     *
     * @return whether more is wanted; false where the meaning is complete, whatever may follow
     */
    boolean take(ByteBuffer bytes);

    /**
     * Returns whether all that was taken since the last call only kept the stream open. A stream that sends much of
     * this is read less and less often, until something else comes.
     */
    boolean wasIdle();

    /** Called before each wait for more bytes, and before each rest of a stream that {@link #wasIdle}. */
    void pause();

    /** Answers, when the body has ended or no more is wanted. */
    Reply end();

    /**
     * Called instead of {@link #end}, or after it threw: the stream failed, nothing more will come.
     *
     * @param why a refusal, or what broke
     * @return the failure to tell the client: {@code why}, or a refusal that says more
     */
    Throwable failed(Throwable why);
}
