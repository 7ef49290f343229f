package io.mintmark.protocol;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Time stamps as they travel: UTC, seven fraction digits, {@code Z}: {@code 2026-01-01T00:00:00.0000000Z}.
 *
 * <p>The form is .NET's round-trip form; its unit is 100 ns.
 */
public final class RavenTime {
    private RavenTime() {}

    /** Writes an instant of the years 0 to 9999; what is finer than 100 ns is cut off. */
    public static String format(Instant instant) {
        LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(28);
        digits(text, time.getYear(), 4).append('-');
        digits(text, time.getMonthValue(), 2).append('-');
        digits(text, time.getDayOfMonth(), 2).append('T');
        digits(text, time.getHour(), 2).append(':');
        digits(text, time.getMinute(), 2).append(':');
        digits(text, time.getSecond(), 2).append('.');
        return digits(text, time.getNano() / 100, 7).append('Z').toString();
    }

    private static StringBuilder digits(StringBuilder text, int value, int width) {
        String digits = Integer.toString(value);
        for (int i = digits.length(); i < width; i++) {
            text.append('0');
        }
        return text.append(digits);
    }

    /** Reads an instant, with or without {@code Z} (UTC either way) or with an offset; empty if it is none. */
    public static Optional<Instant> parse(String text) {
        try {
            return Optional.of(
                    hasOffset(text)
                            ? OffsetDateTime.parse(text).toInstant()
                            : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static boolean hasOffset(String text) {
        int time = text.indexOf('T');
        return text.endsWith("Z") || (time >= 0 && (text.indexOf('+', time) >= 0 || text.indexOf('-', time) >= 0));
    }
}
