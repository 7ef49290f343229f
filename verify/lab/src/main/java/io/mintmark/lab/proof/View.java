package io.mintmark.lab.proof;

import java.util.function.LongUnaryOperator;

/**
 * Which 32 bits of a mapped number are judged.
 *
 * <p>Never the whole long: the top bit of a 63-bit number is always zero, and a battery would rightly say so.
 */
enum View {
    /** The low 32 bits; of a domain below 2^48 that is no power of two, the number scaled to 32 bits instead. */
    LOW,
    /** The high 32 bits of the domain. */
    HIGH,
    /** The low 32 bits from the other end. */
    REVERSED,
    /** The low 32 bits of the difference, by XOR, to the number mapped next. */
    NEIGHBOURS;

    private static final long FAIR_SIZE_MIN = 1L << 48;

    int of(long mapped, LongUnaryOperator inputs, LongUnaryOperator mapping, long index, Mapping what) {
        return switch (this) {
            case LOW -> what.size < FAIR_SIZE_MIN ? (int) (((mapped - 1) << 32) / what.size) : (int) mapped;
            case HIGH -> (int) (mapped >>> (what.bits() - 32));
            case REVERSED -> Integer.reverse((int) mapped);
            case NEIGHBOURS -> (int) (mapped ^ mapping.applyAsLong(inputs.applyAsLong(index + 1)));
        };
    }
}
