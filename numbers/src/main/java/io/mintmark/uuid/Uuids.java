package io.mintmark.uuid;

import io.mintmark.encoding.InvalidTextException;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * The layout of UUIDs (RFC 9562, section 4 and 5), and reading them without surprises.
 *
 * <p>Pure functions, safe for any thread.
 */
public final class Uuids {
    /**
     * The order of the bytes, which is that of the texts: UUIDs of version 7 come by time.
     *
     * <p>{@link UUID#compareTo} compares signed halves instead, so that {@code 8…} comes before {@code 7…}.
     */
    public static final Comparator<UUID> UNSIGNED = (one, two) -> {
        int high = Long.compareUnsigned(one.getMostSignificantBits(), two.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(one.getLeastSignificantBits(), two.getLeastSignificantBits());
    };

    private static final long VARIANT = 1L << 63;
    private static final long VARIANT_MASK = 3L << 62;
    private static final int TEXT_LENGTH = 36;

    private Uuids() {}

    /** Version 4 from random bits; six of them are overwritten. */
    static UUID v4(long high, long low) {
        return new UUID(high & ~0xF000L | 0x4000, low & ~VARIANT_MASK | VARIANT);
    }

    /** Version 7 from a time, twelve bits, and 62 bits; what is too much is cut off. */
    static UUID v7(long millis, long randA, long randB) {
        return new UUID(millis << 16 | 0x7000 | (randA & 0xFFF), randB & ~VARIANT_MASK | VARIANT);
    }

    /**
     * Returns the time in a UUID of version 7, to the millisecond; it is the generator's clock, not a proof.
     *
     * @throws IllegalArgumentException if it has another version or variant
     */
    public static Instant timeOf(UUID id) {
        if (id.version() != 7 || id.variant() != 2) {
            throw new IllegalArgumentException("only UUIDs of version 7 are read for their time: " + id
                    + " has version " + id.version() + ", variant " + id.variant());
        }
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }

    /**
     * Returns the UUID written {@code text}: 36 characters, hyphens where they belong, hexadecimal digits in either
     * case.
     *
     * <p>{@link UUID#fromString} also takes {@code 1-1-1-1-1}; two texts would then be one id.
     *
     * @throws InvalidTextException if it is anything else
     */
    public static UUID parse(String text) {
        if (text.length() != TEXT_LENGTH || !isSpelling(text)) {
            throw InvalidTextException.of(
                    "a UUID is written 8-4-4-4-12 hexadecimal digits", text, "send it as it was written");
        }
        return UUID.fromString(text);
    }

    private static boolean isSpelling(String text) {
        for (int at = 0; at < TEXT_LENGTH; at++) {
            char unit = text.charAt(at);
            boolean hyphen = at == 8 || at == 13 || at == 18 || at == 23;
            if (hyphen ? unit != '-' : !isHexadecimal(unit)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHexadecimal(char unit) {
        return (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'f') || (unit >= 'A' && unit <= 'F');
    }
}
