package io.mintmark.scramble;

/**
 * A permutation of the numbers below 2^bits: a Feistel network of two unequal halves over a keyed function.
 *
 * <p>The number is cut into a left half of {@code bits / 2} bits and a right half of the rest. Even rounds add to the
 * left half what the function says of the right one, odd rounds the other way round, each modulo the half's size. A
 * round changes one half by something that the other half, unchanged, can tell again; so every round, and the whole,
 * can be undone whatever the function is. The function sees the round's number in its top byte, so no two rounds are
 * alike.
 */
final class Feistel {
    /** Where the number of the round stands in what the function sees; halves have at most 32 bits. */
    private static final int ROUND_SHIFT = 56;

    private final SipHash function;
    private final int rounds;
    private final int rightBits;
    private final long leftMask;
    private final long rightMask;

    /**
     * Builds a network.
     *
     * @param bits 2 to 63
     * @param rounds an even number
     */
    Feistel(SipHash function, int bits, int rounds) {
        this.function = function;
        this.rounds = rounds;
        this.rightBits = bits - bits / 2;
        this.leftMask = (1L << (bits / 2)) - 1;
        this.rightMask = (1L << rightBits) - 1;
    }

    long forward(long number) {
        long left = number >>> rightBits;
        long right = number & rightMask;
        for (int round = 0; round < rounds; round += 2) {
            left = (left + of(round, right)) & leftMask;
            right = (right + of(round + 1, left)) & rightMask;
        }
        return left << rightBits | right;
    }

    long backward(long number) {
        long left = number >>> rightBits;
        long right = number & rightMask;
        for (int round = rounds - 2; round >= 0; round -= 2) {
            right = (right - of(round + 1, left)) & rightMask;
            left = (left - of(round, right)) & leftMask;
        }
        return left << rightBits | right;
    }

    private long of(int round, long half) {
        return function.hash((long) round << ROUND_SHIFT | half);
    }
}
