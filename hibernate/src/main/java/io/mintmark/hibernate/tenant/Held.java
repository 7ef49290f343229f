package io.mintmark.hibernate.tenant;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * One tenant's state of one counter, and how many threads use it now.
 *
 * <h2>Why no thread draws from a state that is let go</h2>
 *
 * <p>All that threads tell each other is one word: the number of users, or {@link #GONE}. A thread uses the state only
 * after it raised that number from one that is not negative, and lowers it when it is done. The state is let go by a
 * single compare-and-set from 0 to {@link #GONE}, so at that moment nobody uses it; from then on the word is negative,
 * and nobody raises it again. So its numbers go back when no call is inside of it, and a thread that comes later finds
 * it gone and takes it out of the map before it makes another. Two states of one tenant are then what two processes
 * are: each reserves for itself, and the counter keeps their numbers apart.
 *
 * <p>Only the end of the unit does not wait for users. Its generators end issuing by themselves then, as
 * {@link io.mintmark.hilo.StrictHiLo} argues, and a thread inside is refused.
 */
final class Held<R> {
    private static final int GONE = -1;

    private final R state;
    private final AtomicInteger users = new AtomicInteger();
    private volatile long usedNanos;

    Held(R state, long now) {
        this.state = state;
        this.usedNanos = now;
    }

    R state() {
        return state;
    }

    /** Keeps the state from being let go until {@link #release}; false if it is gone already. */
    boolean acquire() {
        int present = users.get();
        while (present >= 0) {
            if (users.compareAndSet(present, present + 1)) {
                return true;
            }
            present = users.get();
        }
        return false;
    }

    void release(long now) {
        usedNanos = now;
        users.decrementAndGet();
    }

    /** Returns when it was used last. */
    long usedNanos() {
        return usedNanos;
    }

    /** Lets the state go unless a thread uses it, or another one let it go; the caller that does closes it. */
    boolean letGo() {
        return users.compareAndSet(0, GONE);
    }

    /** Lets the state go whoever uses it; false if it is gone already. */
    boolean letGoAtEnd() {
        return users.getAndSet(GONE) >= 0;
    }
}
