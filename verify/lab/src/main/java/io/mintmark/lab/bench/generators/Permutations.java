package io.mintmark.lab.bench.generators;

import io.mintmark.scramble.Permutation;
import io.mintmark.scramble.PermutationKey;
import io.mintmark.scramble.Spread;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.bouncycastle.crypto.fpe.FPEFF1Engine;
import org.bouncycastle.crypto.params.FPEParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/** Permutations of numbers, fed with 1, 2, 3 and so on. */
final class Permutations {
    private static final byte[] SECRET = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    private static final long JS_SAFE = (1L << 53) - 1;
    private static final long BILLION = 1_000_000_000;

    private Permutations() {}

    static List<Entry> entries() {
        return List.of(
                entry(Catalogue.FF1, ff1(), Long.MAX_VALUE),
                entry("our-permutation-63", ours(Long.MAX_VALUE)::encode, Long.MAX_VALUE),
                entry("our-permutation-63-decode", ours(Long.MAX_VALUE)::decode, Long.MAX_VALUE),
                entry("our-permutation-53", ours(JS_SAFE)::encode, JS_SAFE),
                entry("our-permutation-billion", ours(BILLION)::encode, BILLION),
                entry("our-permutation-thousand", ours(1_000)::encode, 1_000),
                entry("our-spread", Spread.all()::encode, Long.MAX_VALUE));
    }

    private static Permutation ours(long size) {
        return Permutation.of(PermutationKey.of("k1", SECRET), "orders", size);
    }

    private static LongUnaryOperator ff1() {
        FPEFF1Engine engine = new FPEFF1Engine();
        engine.init(true, new FPEParameters(new KeyParameter(SECRET), 256, new byte[0]));
        byte[] in = new byte[Long.BYTES];
        byte[] out = new byte[Long.BYTES];
        return number -> {
            ByteBuffer.wrap(in).putLong(number);
            engine.processBlock(in, 0, in.length, out, 0);
            return ByteBuffer.wrap(out).getLong();
        };
    }

    private static Entry entry(String name, LongUnaryOperator mapping, long size) {
        return Entry.of(name, counter -> () -> new Counting(mapping, size));
    }

    /** Feeds the numbers from 1 to {@code size} in a circle. */
    private static final class Counting implements LongSupplier {
        private final LongUnaryOperator mapping;
        private final long size;
        private long number;

        Counting(LongUnaryOperator mapping, long size) {
            this.mapping = mapping;
            this.size = size;
        }

        @Override
        public long getAsLong() {
            number = number == size ? 1 : number + 1;
            return mapping.applyAsLong(number);
        }
    }
}
