package io.mintmark.scramble;

import java.util.SplittableRandom;

/** Keys for tests. */
final class Keys {
    private Keys() {}

    /** The key of the published vectors: the bytes 0 to 15. */
    static PermutationKey counting(String id) {
        byte[] secret = new byte[SipHash.KEY_BYTES];
        for (int at = 0; at < secret.length; at++) {
            secret[at] = (byte) at;
        }
        return PermutationKey.of(id, secret);
    }

    static PermutationKey ofSeed(long seed) {
        byte[] secret = new byte[SipHash.KEY_BYTES];
        new SplittableRandom(seed).nextBytes(secret);
        return PermutationKey.of("k1", secret);
    }
}
