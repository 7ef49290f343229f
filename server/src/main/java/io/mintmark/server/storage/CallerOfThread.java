package io.mintmark.server.storage;

import java.util.function.Supplier;

/** The {@link Caller} of each thread, for as long as it works for one. */
final class CallerOfThread {
    private static final ThreadLocal<Caller> CURRENT = new ThreadLocal<>();

    private CallerOfThread() {}

    static Caller get() {
        Caller caller = CURRENT.get();
        return caller == null ? Caller.NOBODY : caller;
    }

    static <T> T during(Caller caller, Supplier<T> work) {
        Caller before = CURRENT.get();
        CURRENT.set(caller);
        try {
            return work.get();
        } finally {
            if (before == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(before);
            }
        }
    }
}
