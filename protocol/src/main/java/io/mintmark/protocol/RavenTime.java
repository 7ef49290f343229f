package io.mintmark.protocol;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Writes and reads time stamps: UTC, seven fraction digits, {@code Z}: {@code 2026-01-01T00:00:00.0000000Z}.
 *
 * <p>The form is .NET's round-trip form; its unit is 100 ns.
 */
public final class RavenTime {
    /** The form, with a zero for each digit. */
    private static final String FORM = "0000-00-00T00:00:00.0000000Z";

    private static final int NANOS_PER_UNIT = 100;

    private RavenTime() {}

    /** Writes an instant of the years 0 to 9999, cut off to 100 ns. */
    public static String format(Instant instant) {
        // ofInstant would ask the offset for its rules, which it makes anew each time.
        LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
        byte[] text = FORM.getBytes(StandardCharsets.ISO_8859_1);
        digits(time.getYear(), text, 0, 4);
        digits(time.getMonthValue(), text, 5, 7);
        digits(time.getDayOfMonth(), text, 8, 10);
        digits(time.getHour(), text, 11, 13);
        digits(time.getMinute(), text, 14, 16);
        digits(time.getSecond(), text, 17, 19);
        digits(time.getNano() / NANOS_PER_UNIT, text, 20, 27);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static void digits(int value, byte[] text, int from, int to) {
        int rest = value;
        for (int at = to - 1; at >= from; at--) {
            text[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /**
     * Reads an instant, with or without {@code Z} (UTC either way) or with an offset; empty if it is not an instant.
     */
    public static Optional<Instant> parse(String text) {
        try {
            if (isRoundTripForm(text)) {
                return Optional.of(roundTrip(text));
            }
            return Optional.of(
                    hasOffset(text)
                            ? OffsetDateTime.parse(text).toInstant()
                            : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Returns whether {@code text} is spelt as {@link #format} spells it, as nearly all are. */
    private static boolean isRoundTripForm(String text) {
        if (text.length() != FORM.length()) {
            return false;
        }
        for (int i = 0; i < FORM.length(); i++) {
            char expected = FORM.charAt(i);
            char c = text.charAt(i);
            if (expected == '0' ? c < '0' || c > '9' : c != expected) {
                return false;
            }
        }
        return true;
    }

    private static Instant roundTrip(String text) {
        LocalDateTime time = LocalDateTime.of(
                number(text, 0, 4),
                number(text, 5, 7),
                number(text, 8, 10),
                number(text, 11, 13),
                number(text, 14, 16),
                number(text, 17, 19),
                number(text, 20, 27) * NANOS_PER_UNIT);
        return time.toInstant(ZoneOffset.UTC);
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    private static boolean hasOffset(String text) {
        int time = text.indexOf('T');
        return text.endsWith("Z") || (time >= 0 && (text.indexOf('+', time) >= 0 || text.indexOf('-', time) >= 0));
    }
}
