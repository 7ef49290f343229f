package io.mintmark.uuid;

import io.mintmark.RandomBytes;
import io.mintmark.scramble.SipHash;

/**
 * The random bits of one generator: SipHash-2-4 of a number that the generator never uses twice, under a key of 128
 * bits drawn from {@link RandomBytes} when the generator is made.
 *
 * <p>A keyed function of a number that never repeats is as good as drawing anew, and needs no state: no lock, no
 * buffer, nothing for each thread. Without the key nobody can tell the bits from random ones or foresee the next,
 * however many they saw. <strong>Limits.</strong> The memory of the process holds the key, and with it every number
 * past and to come. A process that is copied while it runs (a snapshot of a virtual machine, a checkpoint) has copied
 * the key: both go on with the same bits. So ids are no passwords: those come from SecureRandom, one by one.
 */
final class RandomBits {
    private final SipHash function;

    RandomBits(RandomBytes source) {
        byte[] key = new byte[SipHash.KEY_BYTES];
        source.fill(key);
        this.function = SipHash.of(key);
    }

    /** Returns 64 bits; the same ones for the same {@code number}. */
    long of(long number) {
        return function.hash(number);
    }
}
