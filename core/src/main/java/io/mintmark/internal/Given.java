package io.mintmark.internal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what cannot be a setting where it is handed over, not at its first use, far from the line that is to blame.
 */
public final class Given {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private Given() {}

    /** Returns {@code value}; throws {@link IllegalArgumentException} naming {@code setting} if there is none. */
    public static <T> T required(String setting, @Nullable T value, String remedy) {
        if (value == null) {
            throw new IllegalArgumentException(setting + " must not be null: " + setting + "=null; " + remedy);
        }
        return value;
    }

    /** Returns a setting that has a default; refuses null. */
    public static <T> T setting(String setting, @Nullable T value) {
        return required(setting, value, "leave the call out for the default");
    }

    /** Returns a positive duration; throws {@link IllegalArgumentException} if it is zero, negative or null. */
    public static Duration positive(String setting, @Nullable Duration value) {
        Duration given = setting(setting, value);
        if (given.isNegative() || given.isZero()) {
            throw new IllegalArgumentException(setting + " must be positive: " + setting + "=" + given);
        }
        return given;
    }

    /**
     * Returns a positive duration, 292 years for any that is longer: waits count in nanoseconds, of which a long holds
     * no more. Throws as {@link #positive} does.
     */
    public static Duration countable(String setting, @Nullable Duration value) {
        Duration given = positive(setting, value);
        return given.compareTo(LONGEST) > 0 ? LONGEST : given;
    }

    /** Returns a name; throws {@link IllegalArgumentException} if it is blank or null. */
    public static String name(String setting, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(setting + " must not be blank: " + setting + "='" + value + "'");
        }
        return value;
    }
}
