package io.mintmark.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Refuses what is missing where it is handed over, not at the first request, far from the line that is to blame. */
final class Arguments {
    private Arguments() {}

    /** Returns {@code value}; throws {@link IllegalArgumentException} naming {@code setting} if there is none. */
    static <T> T required(String setting, @Nullable T value, String remedy) {
        if (value == null) {
            throw new IllegalArgumentException(setting + " must not be null: " + setting + "=null; " + remedy);
        }
        return value;
    }

    /** Returns a setting that has a default, which goes for it if it is not set at all. */
    static <T> T setting(String setting, @Nullable T value) {
        return required(setting, value, "leave the call out for the default");
    }

    /** Returns a setting that is a time; throws {@link IllegalArgumentException} if it is none, or nothing. */
    static Duration positive(String setting, @Nullable Duration value) {
        Duration given = setting(setting, value);
        if (given.isNegative() || given.isZero()) {
            throw new IllegalArgumentException(setting + " must be positive: " + setting + "=" + given);
        }
        return given;
    }

    /** Returns a name; throws {@link IllegalArgumentException} if it says nothing. */
    static String name(String setting, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(setting + " must not be blank: " + setting + "='" + value + "'");
        }
        return value;
    }
}
