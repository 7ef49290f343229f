package io.mintmark.lab.proof;

/** Which numbers are mapped, in which order; each is one that a simple mapping betrays itself by. */
enum Inputs {
    /** 1, 2, 3 and so on. */
    COUNTING,
    /** Steps of 2^32, so that one half of the number stands still for long. */
    STRIDES,
    /** Neighbours differ in one bit. */
    GRAY,
    /** From the largest downwards. */
    TOP,
    /**
     * The number 1 under the keys 1, 2, 3 and so on: the one fair stream of a small permutation, which repeats nothing.
     */
    KEYS;

    /** Returns the number of index {@code i} from 0 of a mapping. */
    long at(long i, Mapping mapping) {
        return switch (this) {
            case COUNTING -> i % mapping.size + 1;
            case STRIDES -> rotated(i + 1, mapping.bits());
            case GRAY -> (i + 1) ^ (i + 1) >>> 1;
            case TOP -> mapping.size - i % mapping.size;
            case KEYS -> 1;
        };
    }

    /** Turns the number by 32 places within its bits, so that none repeats. */
    private static long rotated(long number, int bits) {
        long mask = -1L >>> (Long.SIZE - bits);
        return (number << 32 | number >>> (bits - 32)) & mask;
    }
}
