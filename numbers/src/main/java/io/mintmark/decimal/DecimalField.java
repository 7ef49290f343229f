package io.mintmark.decimal;

/**
 * A part of a decimal layout: its name, how many digits it takes, and what it may be; immutable.
 *
 * @param name how messages call it
 * @param digits how many decimal places, 1 to 18
 * @param min its least value, 0 or more
 * @param max its greatest value
 */
public record DecimalField(String name, int digits, long min, long max) {
    static final int DIGITS_MAX = 18;

    /** Checks the width and the bounds; throws {@link IllegalArgumentException} naming them. */
    public DecimalField {
        if (name.isBlank() || digits < 1 || digits > DIGITS_MAX) {
            throw new IllegalArgumentException(
                    "a field must have a name and 1 to " + DIGITS_MAX + " digits: '" + name + "' has " + digits);
        }
        if (min < 0 || max < min || max >= DecimalLayout.tenToThe(digits)) {
            throw new IllegalArgumentException("a field must have 0 <= min <= max, within its digits: " + name + " has "
                    + digits + " digits, min=" + min + ", max=" + max);
        }
    }
}
