package io.mintmark.support;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/** What a test opened, closed with this, the latest first; safe for use by several threads. */
public final class Opened implements AutoCloseable {
    private final Deque<AutoCloseable> all = new ConcurrentLinkedDeque<>();

    /** Closes that one with this, before those that were added earlier. */
    public <T extends AutoCloseable> T add(T one) {
        all.push(one);
        return one;
    }

    /** Leaves that one to the test, which closed it, or lets it die. */
    public void forget(AutoCloseable one) {
        all.remove(one);
    }

    /** Closes all at once; what is added later waits for the next time. */
    @Override
    public void close() {
        for (AutoCloseable each = all.poll(); each != null; each = all.poll()) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
