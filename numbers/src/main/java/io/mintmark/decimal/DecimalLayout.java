package io.mintmark.decimal;

import io.mintmark.internal.Printable;
import io.mintmark.number.InvalidIdException;
import java.util.List;

/**
 * How an id of 63 bits is cut into decimal places, so that people can read its parts; all arithmetic of such ids is
 * here.
 *
 * <p>Ids are 1 to 2^63-1. Printed form: the parts in their full width, the first without leading zeros, a middle dot
 * between them: {@code 1415·00092·00065}. Immutable.
 */
public final class DecimalLayout {
    private static final char DOT = '·';

    private final List<DecimalField> fields;
    private final long[] units;

    private DecimalLayout(List<DecimalField> fields) {
        this.fields = fields;
        this.units = units(fields);
        requireDomain();
    }

    /**
     * Returns a layout of these fields, the most significant first.
     *
     * @throws IllegalArgumentException if there are none, or an id could be 0 or above 2^63-1
     */
    public static DecimalLayout of(DecimalField... fields) {
        return new DecimalLayout(List.of(fields));
    }

    private static long[] units(List<DecimalField> fields) {
        long[] result = new long[fields.size()];
        int below = 0;
        for (int i = result.length - 1; i >= 0; i--) {
            if (below > DecimalField.DIGITS_MAX) {
                throw new IllegalArgumentException(
                        "a layout must have at most 18 digits below its first field: " + fields);
            }
            result[i] = tenToThe(below);
            below += fields.get(i).digits();
        }
        return result;
    }

    static long tenToThe(int digits) {
        long power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }

    private void requireDomain() {
        try {
            if (fields.isEmpty()
                    || sum(fields.stream().mapToLong(DecimalField::min).toArray()) < 1) {
                throw new IllegalArgumentException(
                        "a layout must have a field whose least value is 1 or more, because 0 is not an id: " + fields);
            }
            long max = idMax();
            assert max > 0;
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "ids of a layout must not exceed 2^63-1: lower the greatest value of " + fields, e);
        }
    }

    private long sum(long... parts) {
        long id = 0;
        for (int i = 0; i < parts.length; i++) {
            id = Math.addExact(id, Math.multiplyExact(parts[i], units[i]));
        }
        return id;
    }

    /** Returns the fields, most significant first. */
    public List<DecimalField> fields() {
        return fields;
    }

    /** Returns the highest id. */
    public long idMax() {
        return sum(fields.stream().mapToLong(DecimalField::max).toArray());
    }

    /** Returns what 1 more in a field adds to an id. */
    long unit(int field) {
        return units[field];
    }

    /**
     * Returns the id of these parts, in the order of the fields.
     *
     * @throws InvalidIdException if a part does not fit
     * @throws IllegalArgumentException if there are more or fewer parts than fields
     */
    public long encode(long... parts) {
        if (parts.length != fields.size()) {
            throw new IllegalArgumentException("this layout has " + fields.size() + " parts: " + parts.length);
        }
        for (int i = 0; i < parts.length; i++) {
            requireFits(fields.get(i), parts[i]);
        }
        return sum(parts);
    }

    private static void requireFits(DecimalField field, long value) {
        if (value < field.min() || value > field.max()) {
            throw new InvalidIdException(
                    "the " + field.name() + " must be " + field.min() + " to " + field.max() + ", but is " + value);
        }
    }

    /**
     * Returns the parts of an id, in the order of the fields.
     *
     * @throws InvalidIdException if this layout makes no such id
     */
    public long[] decode(long id) {
        if (id <= 0) {
            throw new InvalidIdException("an id must be 1 or more: " + id);
        }
        long[] parts = new long[units.length];
        long left = id;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = left / units[i];
            left %= units[i];
            requireFits(fields.get(i), parts[i]);
        }
        return parts;
    }

    /**
     * Returns the printed form of an id.
     *
     * @throws InvalidIdException if this layout makes no such id
     */
    public String format(long id) {
        long[] parts = decode(id);
        StringBuilder text = new StringBuilder().append(parts[0]);
        for (int i = 1; i < parts.length; i++) {
            String digits = Long.toString(parts[i]);
            text.append(DOT)
                    .append("0".repeat(fields.get(i).digits() - digits.length()))
                    .append(digits);
        }
        return text.toString();
    }

    /**
     * Returns the id of a text: plain digits as {@link Long#toString(long)} writes them, or the printed form.
     *
     * <p>Strict, so that one id has no third spelling: ASCII digits, no sign, no blanks, no leading zeros, dots all or
     * none.
     *
     * @throws InvalidIdException if it is neither, or this layout makes no such id
     */
    public long parse(String text) {
        long id = number(text);
        if (text.indexOf(DOT) >= 0
                ? !format(id).equals(text)
                : !Long.toString(id).equals(text)) {
            throw malformed(text);
        }
        decode(id);
        return id;
    }

    /** Reads the digits and passes over dots; the caller compares the spelling. */
    private static long number(String text) {
        long id = 0;
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == DOT) {
                continue;
            }
            if (c < '0' || c > '9' || ++digits > 19) {
                throw malformed(text);
            }
            id = id * 10 + (c - '0');
        }
        if (digits == 0 || id <= 0) {
            throw malformed(text);
        }
        return id;
    }

    private static InvalidIdException malformed(String text) {
        return new InvalidIdException(
                "an id must be written in digits, as 14150009200065, or with a dot between its parts"
                        + " at full width, as 1415·00092·00065: '" + Printable.brief(text) + "'");
    }
}
