package io.mintmark.client.cluster;

import io.mintmark.client.exceptions.RequestInterruptedException;
import java.util.concurrent.locks.ReentrantLock;

/** A caller's turn to ask a server what all callers want to know. Stateless. */
final class Turn {
    private Turn() {}

    /** Waits for a turn to send {@code request}; an interrupt ends the wait and stays set. */
    static void await(ReentrantLock asking, String request) {
        try {
            asking.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RequestInterruptedException.beforeSending(request);
        }
    }
}
