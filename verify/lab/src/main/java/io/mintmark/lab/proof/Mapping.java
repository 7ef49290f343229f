package io.mintmark.lab.proof;

import io.mintmark.internal.Sha256;
import io.mintmark.scramble.Permutation;
import io.mintmark.scramble.PermutationKey;
import io.mintmark.scramble.Spread;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.function.LongUnaryOperator;

/** A mapping to judge: ours, a reference, which must pass, and the controls, which must be condemned. */
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
    /** Reference: SHA-256 of key and number. A battery or a rule that condemns it is wrong itself. */
    REFERENCE(Long.MAX_VALUE) {
        @Override
        LongUnaryOperator under(long key) {
            return digest(key);
        }
    },
    /** Control: ours with one bit of 32 set in one number of {@value #FAINT_EVERY} although it was clear. */
    FAINT(Long.MAX_VALUE) {
        @Override
        LongUnaryOperator under(long key) {
            LongUnaryOperator ours = permutation(key, size);
            return number -> number % FAINT_EVERY == 0 ? ours.applyAsLong(number) | 1 : ours.applyAsLong(number);
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

    private static final int FAINT_EVERY = 105;

    final long size;

    Mapping(long size) {
        this.size = size;
    }

    /** The mapping under a key made of {@code key}; multiplier and counter have none. */
    abstract LongUnaryOperator under(long key);

    private static LongUnaryOperator permutation(long key, long size) {
        byte[] secret = ByteBuffer.allocate(16).putLong(key).putLong(~key).array();
        return Permutation.of(PermutationKey.of("k1", secret), "orders", size)::encode;
    }

    private static LongUnaryOperator digest(long key) {
        MessageDigest sha = Sha256.begin();
        ByteBuffer message = ByteBuffer.allocate(2 * Long.BYTES).putLong(key);
        return number -> {
            byte[] hash = sha.digest(message.putLong(Long.BYTES, number).array());
            return ByteBuffer.wrap(hash).getLong() & Long.MAX_VALUE;
        };
    }

    int bits() {
        return Long.SIZE - Long.numberOfLeadingZeros(size - 1);
    }
}
