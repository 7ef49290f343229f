package io.mintmark.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 64-bit hash XXH64 with seed 0, of the published specification (github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
 *
 * <p>A pure function, safe for any number of threads; allocates nothing. The answer is an unsigned number in a
 * {@code long}: cut it with a mask, never with {@code %}, which makes half of them negative. Not for secrets: somebody
 * who may choose ids can make them share a hash.
 */
public final class XxHash64 {
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    /** PRIME_1 + PRIME_2, as it wraps. */
    private static final long PRIMES_1_AND_2 = 0x60EA27EEADC0B5D6L;

    /** Bytes that the four lanes eat at once, eight each. */
    private static final int STRIPE = 32;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private XxHash64() {}

    /** Returns the hash of the bytes from {@code from} to the end of {@code bytes}; of none, if that is the end. */
    public static long hash(byte[] bytes, int from) {
        int length = bytes.length - from;
        int tail = bytes.length - length % STRIPE;
        long hash = length < STRIPE ? PRIME_5 : stripes(bytes, from, tail);
        return avalanche(tail(hash + length, bytes, tail));
    }

    /** Mixes the whole stripes of {@code [from, to)} in four lanes and folds the lanes into one. */
    private static long stripes(byte[] bytes, int from, int to) {
        long lane1 = PRIMES_1_AND_2;
        long lane2 = PRIME_2;
        long lane3 = 0;
        long lane4 = -PRIME_1;
        for (int at = from; at < to; at += STRIPE) {
            lane1 = round(lane1, (long) LONGS.get(bytes, at));
            lane2 = round(lane2, (long) LONGS.get(bytes, at + 8));
            lane3 = round(lane3, (long) LONGS.get(bytes, at + 16));
            lane4 = round(lane4, (long) LONGS.get(bytes, at + 24));
        }

        long hash = Long.rotateLeft(lane1, 1)
                + Long.rotateLeft(lane2, 7)
                + Long.rotateLeft(lane3, 12)
                + Long.rotateLeft(lane4, 18);
        return fold(fold(fold(fold(hash, lane1), lane2), lane3), lane4);
    }

    /** Mixes in the fewer than {@value #STRIPE} bytes from {@code from} to the end: by eight, then four, then one. */
    private static long tail(long hash, byte[] bytes, int from) {
        long mixed = hash;
        int at = from;
        for (; bytes.length - at >= Long.BYTES; at += Long.BYTES) {
            mixed ^= round(0, (long) LONGS.get(bytes, at));
            mixed = Long.rotateLeft(mixed, 27) * PRIME_1 + PRIME_4;
        }
        if (bytes.length - at >= Integer.BYTES) {
            mixed ^= Integer.toUnsignedLong((int) INTS.get(bytes, at)) * PRIME_1;
            mixed = Long.rotateLeft(mixed, 23) * PRIME_2 + PRIME_3;
            at += Integer.BYTES;
        }
        for (; at < bytes.length; at++) {
            mixed ^= Byte.toUnsignedLong(bytes[at]) * PRIME_5;
            mixed = Long.rotateLeft(mixed, 11) * PRIME_1;
        }
        return mixed;
    }

    private static long round(long lane, long input) {
        return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
    }

    private static long fold(long hash, long lane) {
        return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
    }

    /** Spreads every bit over all others, so that the low ones alone are as good as the whole. */
    private static long avalanche(long hash) {
        long mixed = (hash ^ (hash >>> 33)) * PRIME_2;
        mixed = (mixed ^ (mixed >>> 29)) * PRIME_3;
        return mixed ^ (mixed >>> 32);
    }
}
