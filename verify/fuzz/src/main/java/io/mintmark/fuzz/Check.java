package io.mintmark.fuzz;

import io.mintmark.MintmarkException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Checks properties; what does not hold is a finding, an {@link AssertionError}. Stateless. */
public final class Check {
    /** What a refusal has beside what it repeats: a request must not become much longer in logs and replies. */
    static final int MESSAGE_CHARS_MAX = 2_000;

    private static final int SHOWN_BYTES = 200;

    private Check() {}

    /** Checks that {@code rule} holds. */
    public static void that(boolean holds, String rule) {
        if (!holds) {
            throw new AssertionError(rule);
        }
    }

    /** Checks that two values are equal, as {@code rule} says. */
    public static void equal(@Nullable Object expected, @Nullable Object actual, String rule) {
        if (expected == null ? actual != null : !expected.equals(actual)) {
            throw new AssertionError(rule + ": expected <" + expected + ">, but was <" + actual + ">");
        }
    }

    /** Checks that two arrays have the same bytes, as {@code rule} says. */
    public static void equalBytes(byte[] expected, byte[] actual, String rule) {
        if (!Arrays.equals(expected, actual)) {
            throw new AssertionError(rule + ": expected <" + shown(expected) + ">, but was <" + shown(actual) + ">");
        }
    }

    private static String shown(byte[] bytes) {
        int length = Math.min(bytes.length, SHOWN_BYTES);
        return bytes.length + " bytes " + HexFormat.of().formatHex(bytes, 0, length);
    }

    /** Returns what {@code again} returns, which the product must not refuse: it took or made the same before. */
    public static <T> T accepted(String rule, Supplier<T> again) {
        try {
            return again.get();
        } catch (MintmarkException refused) {
            throw new AssertionError(rule + ", but it was refused: " + refused.getMessage(), refused);
        }
    }

    /** Checks that a refusal of {@code length} bytes says why, in not many more characters. */
    static void refusal(MintmarkException refused, int length) {
        String message = refused.getMessage();
        that(message != null && !message.isBlank(), "a refusal must say why: " + refused.getClass());
        that(
                message == null || message.length() <= MESSAGE_CHARS_MAX + length,
                "a refusal must not have many more characters than its request: " + refused.getClass());
    }
}
