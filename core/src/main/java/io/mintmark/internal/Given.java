package io.mintmark.internal;

import org.jspecify.annotations.Nullable;

/** Refuses a missing setting where it is handed over, not at the first number, far from the line that is to blame. */
public final class Given {
    private Given() {}

    /** Returns {@code value}; throws {@link IllegalArgumentException} naming {@code setting} if there is none. */
    public static <T> T required(String setting, @Nullable T value, String remedy) {
        if (value == null) {
            throw new IllegalArgumentException(
                    "a generator must be given what it is described by: " + setting + "=null; " + remedy);
        }
        return value;
    }
}
