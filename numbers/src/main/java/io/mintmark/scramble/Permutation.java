package io.mintmark.scramble;

import io.mintmark.document.KeyForm;
import io.mintmark.number.InvalidIdException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A keyed one-to-one mapping of the numbers 1 to N onto themselves: order 1, 2, 3 is shown to the world as numbers
 * without order, and read back with the same key.
 *
 * <p><strong>It hides; it does not protect.</strong> Published numbers show neither how many there are nor which is
 * older. But every number from 1 to N can be read back, so a guessed one may well be somebody's: decide who may see a
 * thing by asking who they are. Numbers that grant something (tokens, links that open a document) need 128 random bits
 * instead. Below N = 1,000,000 even the hiding is for the eye only, see {@link #looksRandomOnly()}.
 *
 * <p>Different numbers stay different; nothing is stored. The collection is the tweak: the same number is shown
 * differently in each, and collections whose {@linkplain KeyForm key forms} are equal are one. <strong>Key, collection
 * and size are all part of the mapping</strong>: change one, and every published number changes; for keys see
 * {@link RotatingPermutation}. Immutable, safe for any number of threads, allocates nothing.
 *
 * <h2>Construction F1</h2>
 *
 * <p>From the key K and the message m = "mintmark-F1" in ASCII, a zero byte, N as eight bytes and the number of rounds
 * as four, both little-endian, the key form of the collection in UTF-8: the network's key is SipHash-2-4 of K over m
 * with the byte 0 in front, then the same with the byte 1. With n the bits of N−1, but at least 2, a Feistel network
 * maps number−1: the upper ⌊n/2⌋ bits are its left half L, the others its right half R; rounds i = 0, 2, 4… add f(i, R)
 * to L, rounds i = 1, 3, 5… add f(i, L) to R, each cut to its half, where f is SipHash-2-4, under the network's key, of
 * the eight bytes that i · 2^56 + half is in little-endian order. While the outcome is not below N it is mapped again:
 * fewer than two passes on average, because N is more than half of 2^n for N above 2, and one in practice for 2^53−1
 * and 2^63−1. The answer is the outcome plus 1.
 *
 * <p>Ten rounds, as the standard FF1 has; four are the least for which anything is proven (Luby and Rackoff), with the
 * proof ending near 2^(n/4) numbers seen. Below 1,000,000 numbers no claim is made, as in the draft revision of NIST
 * SP 800-38G, and 24 rounds are taken.
 */
public final class Permutation {
    /** From this size on the mapping is meant to withstand looking; below it {@link #looksRandomOnly()}. */
    public static final long CLAIM_SIZE_MIN = 1_000_000;

    private static final int ROUNDS = 10;
    private static final int ROUNDS_SMALL = 24;
    private static final byte[] VERSION = "mintmark-F1\0".getBytes(StandardCharsets.US_ASCII);

    private final PermutationKey key;
    private final long size;
    private final int rounds;
    private final Feistel network;

    private Permutation(PermutationKey key, String collection, long size, int rounds) {
        this.key = key;
        this.size = size;
        this.rounds = rounds;
        this.network = new Feistel(derive(key.secret(), collection, size, rounds), bits(size), rounds);
    }

    /**
     * Returns the mapping of 1 to {@code size} for a collection.
     *
     * @param collection what the numbers name; no length is refused
     * @param size at least 1; {@code Long.MAX_VALUE} for all ids, 2^53−1 for those that JavaScript reads
     * @throws IllegalArgumentException if {@code size} is below 1
     * @throws io.mintmark.document.InvalidDocumentIdException if half of a surrogate pair stands alone in the
     *     collection
     */
    public static Permutation of(PermutationKey key, String collection, long size) {
        if (size < 1) {
            throw new IllegalArgumentException("a permutation needs at least one number: size=" + size
                    + "; give the largest number there will be");
        }
        return new Permutation(key, collection, size, size < CLAIM_SIZE_MIN ? ROUNDS_SMALL : ROUNDS);
    }

    private static int bits(long size) {
        return Math.max(2, Long.SIZE - Long.numberOfLeadingZeros(size - 1));
    }

    private static SipHash derive(SipHash secret, String collection, long size, int rounds) {
        byte[] tweak = KeyForm.bytes(collection);
        byte[] message = ByteBuffer.allocate(1 + VERSION.length + Long.BYTES + Integer.BYTES + tweak.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0)
                .put(VERSION)
                .putLong(size)
                .putInt(rounds)
                .put(tweak)
                .array();
        long k0 = secret.hash(message);
        message[0] = 1;
        return new SipHash(k0, secret.hash(message));
    }

    /**
     * Returns the number that the world sees in place of {@code number}, from 1 to {@link #size()} again.
     *
     * @throws IllegalArgumentException if {@code number} is not from 1 to {@link #size()}
     */
    public long encode(long number) {
        long mapped = number - 1;
        requireInside(mapped, number);
        do {
            mapped = network.forward(mapped);
        } while (mapped >= size);
        return mapped + 1;
    }

    /**
     * Returns the number of which the world sees {@code shown}; every one from 1 to {@link #size()} has one.
     *
     * @throws InvalidIdException if {@code shown} is not from 1 to {@link #size()}: nobody was shown it
     */
    public long decode(long shown) {
        long mapped = shown - 1;
        if (mapped < 0 || mapped >= size) {
            throw new InvalidIdException("only numbers from 1 to " + size + " were ever shown: shown=" + shown
                    + "; refuse it, or build the permutation for the size that it was shown with");
        }
        do {
            mapped = network.backward(mapped);
        } while (mapped >= size);
        return mapped + 1;
    }

    private void requireInside(long mapped, long number) {
        if (mapped < 0 || mapped >= size) {
            throw new IllegalArgumentException("only numbers from 1 to " + size + " are permuted: number=" + number
                    + "; build the permutation for the largest number there will be");
        }
    }

    /** Returns N, the largest number. */
    public long size() {
        return size;
    }

    /** Returns how many rounds the network has. */
    public int rounds() {
        return rounds;
    }

    /** Returns whether there are too few numbers for any claim: it looks random, and many of them may show more. */
    public boolean looksRandomOnly() {
        return size < CLAIM_SIZE_MIN;
    }

    /** Returns the public name of the key. */
    public String keyId() {
        return key.id();
    }

    /** Names everything but the secret and the collection. */
    @Override
    public String toString() {
        return "Permutation(F1, key " + key.id() + ", 1 to " + size + ", " + rounds + " rounds"
                + (looksRandomOnly() ? ", looks random only)" : ")");
    }
}
