package io.mintmark.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Checks arguments where they are handed over, not at the first request, far from the line that is to blame. */
final class Arguments {
    private Arguments() {}

    /** Returns {@code value}; throws {@link IllegalArgumentException} naming {@code setting} if it is null. */
    static <T> T required(String setting, @Nullable T value, String remedy) {
        if (value == null) {
            throw new IllegalArgumentException(setting + " must not be null: " + setting + "=null; " + remedy);
        }
        return value;
    }

    /** Returns a setting that has a default; refuses null. */
    static <T> T setting(String setting, @Nullable T value) {
        return required(setting, value, "leave the call out for the default");
    }

    /** Returns a positive duration; throws {@link IllegalArgumentException} if it is zero, negative or null. */
    static Duration positive(String setting, @Nullable Duration value) {
        Duration given = setting(setting, value);
        if (given.isNegative() || given.isZero()) {
            throw new IllegalArgumentException(setting + " must be positive: " + setting + "=" + given);
        }
        return given;
    }

    /** Returns a name; throws {@link IllegalArgumentException} if it is blank or null. */
    static String name(String setting, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(setting + " must not be blank: " + setting + "='" + value + "'");
        }
        return value;
    }
}
