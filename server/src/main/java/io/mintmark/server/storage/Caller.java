package io.mintmark.server.storage;

import java.util.function.Supplier;

/**
 * For whom the present thread works: so that queues below can be fair without knowing who is who, and can tell when the
 * thread is going to wait.
 *
 * <p>A thread that nobody said anything about works for {@link #NOBODY}.
 */
public interface Caller {
    /** Whoever did not say. */
    Caller NOBODY = new Caller() {
        @Override
        public Object party() {
            return "nobody";
        }

        @Override
        public void willWait() {
            // There is nobody to tell.
        }
    };

    /** Returns what tells parties apart, by {@code equals}; each gets its turn. */
    Object party();

    /** Hears that the thread is going to wait for the disk, perhaps more than once. */
    void willWait();

    /** Returns for whom this thread works. */
    static Caller current() {
        return CallerOfThread.get();
    }

    /** Does {@code work} for {@code caller}, on this thread. */
    static <T> T during(Caller caller, Supplier<T> work) {
        return CallerOfThread.during(caller, work);
    }
}
