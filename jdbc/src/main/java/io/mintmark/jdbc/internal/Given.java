package io.mintmark.jdbc.internal;

import org.jspecify.annotations.Nullable;

/** Refuses null at once, and not where it is first used. */
public final class Given {
    private Given() {}

    /** Throws {@link IllegalArgumentException} if {@code given} is null; {@code what} begins the message. */
    public static void require(@Nullable Object given, String what) {
        if (given == null) {
            throw new IllegalArgumentException(
                    what + " must be given, and it is null: pass one, or leave the call out");
        }
    }
}
