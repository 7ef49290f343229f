package io.mintmark.number;

/**
 * A part of a bit layout: what it holds, how it is called and how wide it is; immutable.
 *
 * @param kind what it holds
 * @param name how messages and {@link BitLayout#part} call it
 * @param bits its width, 1 to 48
 */
public record BitField(Kind kind, String name, int bits) {
    /** No field is wider: 48 bits of milliseconds last for 8,900 years. */
    static final int BITS_MAX = 48;

    /** The content of a field. */
    public enum Kind {
        /** Ticks since the layout's epoch; one field, in front. */
        TIME,
        /** A part of the worker number, the number of the generator; any number of fields. */
        WORKER,
        /** The sequence, which tells ids of one worker and one tick apart; one field. */
        SEQUENCE
    }

    /** Checks the width and the name; throws {@link IllegalArgumentException} naming both. */
    public BitField {
        if (bits < 1 || bits > BITS_MAX) {
            throw new IllegalArgumentException("a field must have 1 to " + BITS_MAX + " bits: " + name + " has " + bits
                    + "; leave it out if it is empty");
        }
        if (name.isBlank()) {
            throw new IllegalArgumentException("a field must have a name: kind=" + kind + ", bits=" + bits);
        }
    }

    /** Returns the field of ticks, called {@code time}. */
    public static BitField time(int bits) {
        return new BitField(Kind.TIME, "time", bits);
    }

    /** Returns a field of the worker number. */
    public static BitField worker(String name, int bits) {
        return new BitField(Kind.WORKER, name, bits);
    }

    /** Returns the field that counts within a tick, called {@code sequence}. */
    public static BitField sequence(int bits) {
        return new BitField(Kind.SEQUENCE, "sequence", bits);
    }

    long max() {
        return (1L << bits) - 1;
    }

    @Override
    public String toString() {
        return name + " " + bits;
    }
}
