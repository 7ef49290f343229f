package io.mintmark.cli.terminal;

import io.mintmark.MintmarkException;
import io.mintmark.counter.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;

/**
 * Amounts that options accept: counts, sizes, periods, and what is said to anything else: the rule, the value, an
 * example that works.
 */
public final class Amounts {
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,18})([a-z]?)");
    private static final Map<String, Long> SIZE_UNITS = Map.of("", 1L, "k", 1L << 10, "m", 1L << 20, "g", 1L << 30);
    private static final Map<String, Long> TIME_UNITS = Map.of("s", 1L, "m", 60L, "h", 3_600L, "d", 86_400L);
    private static final int PORT_MAX = 65_535;

    private Amounts() {}

    /** A port, 0 included. */
    public static final class Port implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return whole(text, 0, PORT_MAX, "for example 8080, or 0 to let the system choose");
        }
    }

    /** A count of 1 or more. */
    public static final class Count implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return whole(text, 1, Integer.MAX_VALUE, "for example 1000");
        }
    }

    /** How many entries of a list a server gives at once. */
    public static final class Page implements ITypeConverter<Integer> {
        private static final int ENTRIES_MAX = 1_000;

        @Override
        public Integer convert(String text) {
            return whole(text, 1, ENTRIES_MAX, "for example 100");
        }
    }

    /** A size in bytes of 1 or more, with or without a unit. */
    public static final class Size implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            Matcher amount = AMOUNT.matcher(text.toLowerCase(Locale.ROOT));
            if (amount.matches()) {
                Long bytes = product(amount, SIZE_UNITS);
                if (bytes != null && bytes >= 1 && bytes <= Integer.MAX_VALUE) {
                    return bytes.intValue();
                }
            }
            throw new BadValueException(
                    "must be a size of 1 byte to less than 2g, but is '" + text + "': write it as 65536, 64k or 16m");
        }
    }

    /** A size in bytes of 1 or more, beyond 2g too, with or without a unit. */
    public static final class LargeSize implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            Matcher amount = AMOUNT.matcher(text.toLowerCase(Locale.ROOT));
            Long bytes = amount.matches() ? product(amount, SIZE_UNITS) : null;
            if (bytes == null || bytes < 1) {
                throw new BadValueException(
                        "must be a size of 1 byte or more, but is '" + text + "': write it as 65536, 64m or 4g");
            }
            return bytes;
        }
    }

    /** A {@link LargeSize}, or 0. */
    public static final class SizeOrNone implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return text.equals("0") ? Long.valueOf(0) : new LargeSize().convert(text);
        }
    }

    /** How many numbers, 1 to 2^53-1, with or without a unit. */
    public static final class Numbers implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            Matcher amount = AMOUNT.matcher(text.toLowerCase(Locale.ROOT));
            Long numbers = amount.matches() ? product(amount, SIZE_UNITS) : null;
            if (numbers == null || numbers < 1 || numbers > Reservation.CEILING_JS_SAFE) {
                throw new BadValueException("must be a whole number from 1 to " + Reservation.CEILING_JS_SAFE
                        + ", but is '" + text + "': write it as 1000000, 64k or 1m");
            }
            return numbers;
        }
    }

    /** A period longer than nothing, and so short that a long holds its nanoseconds. */
    public static final class Period implements ITypeConverter<Duration> {
        private static final int DAYS_MAX = 100_000;

        @Override
        public Duration convert(String text) {
            return atMost(Duration.ofDays(DAYS_MAX), DAYS_MAX + " days", text);
        }

        private static Duration atMost(Duration max, String words, String text) {
            Duration period = parse(text);
            if (period.isZero() || period.isNegative()) {
                throw new BadValueException("must be longer than nothing, but is '" + text + "': write 30d or PT12H");
            }
            if (period.compareTo(max) > 0) {
                throw new BadValueException("must be at most " + words + ", but is '" + text + "': write 90d or 12h");
            }
            return period;
        }

        private static Duration parse(String text) {
            Matcher amount = AMOUNT.matcher(text.toLowerCase(Locale.ROOT));
            Long seconds = amount.matches() ? product(amount, TIME_UNITS) : null;
            try {
                return seconds == null ? Duration.parse(text) : Duration.ofSeconds(seconds);
            } catch (DateTimeParseException e) {
                throw new BadValueException("must be a period, but is '" + text
                        + "': write it as 30d, 12h, 90m or 45s, or as ISO 8601 does: PT12H");
            }
        }
    }

    /** A period of at most ten years. */
    public static final class Years implements ITypeConverter<Duration> {
        private static final Duration MAX = Duration.ofDays(3_660);

        @Override
        public Duration convert(String text) {
            return Period.atMost(MAX, "ten years", text);
        }
    }

    /** A moment that lies ahead: after a period, or at the beginning of a day in UTC. */
    public record End(@Nullable Duration period, @Nullable LocalDate day, String text) implements ITypeConverter<End> {
        /** For picocli. */
        public End() {
            this(null, null, "");
        }

        @Override
        public End convert(String given) {
            try {
                return new End(null, LocalDate.parse(given), given);
            } catch (DateTimeParseException noDay) {
                return new End(period(given), null, given);
            }
        }

        private static Duration period(String given) {
            try {
                return new Years().convert(given);
            } catch (BadValueException e) {
                throw new BadValueException(e.getMessage() + ", or a day such as 2027-01-31");
            }
        }

        /** Returns the moment; refuses one that is not after {@code now}. */
        public Instant after(Instant now) {
            Instant end = day != null
                    ? day.atStartOfDay(ZoneOffset.UTC).toInstant()
                    : now.plus(Objects.requireNonNull(period)).truncatedTo(ChronoUnit.SECONDS);
            if (!end.isAfter(now)) {
                throw new MintmarkException("--expires must lie ahead, but is " + text + ": write a later day.");
            }
            return end;
        }
    }

    /** Returns the number; refuses anything else with an example that works. */
    public static int whole(String text, int min, int max, String example) {
        Matcher amount = AMOUNT.matcher(text);
        if (amount.matches() && amount.group(2).isEmpty()) {
            long value = Long.parseLong(amount.group(1));
            if (value >= min && value <= max) {
                return (int) value;
            }
        }
        throw new BadValueException(
                "must be a whole number from " + min + " to " + max + ", but is '" + text + "': " + example);
    }

    /** Returns the amount in the smallest unit, or null if its unit is unknown or it is beyond all sense. */
    private static @Nullable Long product(Matcher amount, Map<String, Long> units) {
        Long unit = units.get(amount.group(2));
        long number = Long.parseLong(amount.group(1));
        return unit == null || number > Long.MAX_VALUE / unit ? null : (Long) (number * unit);
    }
}
