package io.mintmark.lab.randomness;

import io.mintmark.scramble.Permutation;
import io.mintmark.scramble.PermutationKey;
import io.mintmark.scramble.Spread;
import java.nio.ByteBuffer;
import java.util.function.LongUnaryOperator;

/** What is judged: ours, and the controls, which must be condemned. */
enum Mapping {
    PERMUTATION_63(Long.MAX_VALUE) {
        @Override
        LongUnaryOperator under(long key) {
            return permutation(key, size);
        }
    },
    PERMUTATION_53((1L << 53) - 1) {
        @Override
        LongUnaryOperator under(long key) {
            return permutation(key, size);
        }
    },
    PERMUTATION_BILLION(1_000_000_000) {
        @Override
        LongUnaryOperator under(long key) {
            return permutation(key, size);
        }
    },
    /** Control: an odd multiplier, which is too even. */
    SPREAD(Long.MAX_VALUE) {
        @Override
        LongUnaryOperator under(long key) {
            return Spread.all()::encode;
        }
    },
    /** Control: the numbers themselves. */
    COUNTER(Long.MAX_VALUE) {
        @Override
        LongUnaryOperator under(long key) {
            return number -> number;
        }
    };

    final long size;

    Mapping(long size) {
        this.size = size;
    }

    /** The mapping under a key made of {@code key}; controls have none. */
    abstract LongUnaryOperator under(long key);

    private static LongUnaryOperator permutation(long key, long size) {
        byte[] secret = ByteBuffer.allocate(16).putLong(key).putLong(~key).array();
        return Permutation.of(PermutationKey.of("k1", secret), "orders", size)::encode;
    }

    int bits() {
        return Long.SIZE - Long.numberOfLeadingZeros(size - 1);
    }
}
