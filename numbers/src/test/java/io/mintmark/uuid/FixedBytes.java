package io.mintmark.uuid;

import io.mintmark.RandomBytes;
import java.util.SplittableRandom;

/** Bytes that follow from a seed: generators made from equal ones are equal. */
final class FixedBytes implements RandomBytes {
    private final SplittableRandom random;

    FixedBytes(long seed) {
        this.random = new SplittableRandom(seed);
    }

    @Override
    public void fill(byte[] bytes) {
        random.nextBytes(bytes);
    }
}
