package io.mintmark.counter;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A proof of ownership that a server sends with a range and wants to see when the range is given back: the database's
 * life, and the lease's serial in it.
 *
 * <p>Serials begin at 1 in every database, so a serial alone does not say which database it is from. A <em>life</em>
 * does: it begins when a database is created, and anew when a copy of it is restored. The text form is
 * {@code LIFE.SERIAL}. Immutable.
 *
 * @param life the life's name: 1 to 64 letters, digits, {@code -}, {@code _} and {@code .}
 * @param serial the lease's number in that life, at least 1
 */
public record LeaseToken(String life, long serial) {
    private static final Pattern LIFE = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Pattern TEXT = Pattern.compile("(" + LIFE.pattern() + ")\\.([1-9][0-9]{0,18})");
    private static final String SERIAL_MAX = Long.toString(Long.MAX_VALUE);

    /** Checks both parts; throws {@link IllegalArgumentException} naming the one that is wrong. */
    public LeaseToken {
        if (!LIFE.matcher(life).matches()) {
            throw new IllegalArgumentException("a life must match " + LIFE + ": life=" + life);
        }
        if (serial < 1) {
            throw new IllegalArgumentException("a lease's serial must be >= 1: serial=" + serial);
        }
    }

    /** Returns the token that {@code text} spells, or empty if it spells none. */
    public static Optional<LeaseToken> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches() && isSerial(parts.group(2))
                ? Optional.of(new LeaseToken(parts.group(1), Long.parseLong(parts.group(2))))
                : Optional.empty();
    }

    private static boolean isSerial(String digits) {
        return digits.length() < SERIAL_MAX.length() || digits.compareTo(SERIAL_MAX) <= 0;
    }

    /** Returns the text form, which {@link #parse} reads; it needs no escaping in a URL. */
    @Override
    public String toString() {
        return life + '.' + serial;
    }
}
