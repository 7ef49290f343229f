package io.mintmark.scramble;

/**
 * The unkeyed mapping x · a mod 2^n, for an odd a: neighbours land far apart, and distinct numbers stay distinct.
 *
 * <p><strong>It hides nothing.</strong> There is no key; one known pair with an odd number yields
 * a = shown · number⁻¹ and has them all, and the lowest k bits repeat every 2^k numbers, so odd numbers stay odd. Take
 * it where keys must not be neighbours, as in a store that splits by ranges; take {@link Permutation} where people
 * look.
 *
 * <p>Multiplicative hashing as in Knuth, <i>The Art of Computer Programming</i> 6.4, with the golden ratio's
 * 0x9E3779B97F4A7C15 cut to n bits. A bijection of [1, 2^n−1], because an odd number has an inverse modulo 2^n and only
 * 0 goes to 0. One multiplication and one mask; immutable, thread-safe.
 */
public final class Spread {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long mask;

    private Spread(int bits) {
        this.mask = -1L >>> (Long.SIZE - bits);
    }

    /** Returns the mapping of [1, 2^63−1]. */
    public static Spread all() {
        return new Spread(63);
    }

    /** Returns the mapping of [1, 2^53−1], whose numbers JavaScript reads exactly. */
    public static Spread jsSafe() {
        return new Spread(53);
    }

    /**
     * Returns the mapping of [1, 2^{@code bits}−1].
     *
     * @throws IllegalArgumentException if {@code bits} is not 1 to 63
     */
    public static Spread ofBits(int bits) {
        if (bits < 1 || bits > 63) {
            throw new IllegalArgumentException("a spread covers 1 to 63 bits: bits=" + bits);
        }
        return new Spread(bits);
    }

    /** Returns where {@code number} lands; throws {@link IllegalArgumentException} if it is outside the mapping. */
    public long encode(long number) {
        return requireInside(number) * GOLDEN & mask;
    }

    /**
     * Returns the number that landed on {@code shown}; throws {@link IllegalArgumentException} as {@link #encode} does.
     */
    public long decode(long shown) {
        return requireInside(shown) * inverse(GOLDEN) & mask;
    }

    /**
     * Newton's step x(2 − ax) doubles the right low bits; an odd a is its own inverse modulo 8, so 3, 6, 12, 24, 48,
     * 96.
     */
    static long inverse(long odd) {
        long inverse = odd;
        for (int bits = 3; bits < Long.SIZE; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    private long requireInside(long number) {
        if (number < 1 || number > mask) {
            throw new IllegalArgumentException("only numbers from 1 to " + mask + " are spread: number=" + number);
        }
        return number;
    }
}
