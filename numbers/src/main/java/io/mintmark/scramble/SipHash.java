package io.mintmark.scramble;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The keyed function SipHash-2-4: 64 bits that nobody can tell from random ones, or foresee, without its 128-bit key.
 *
 * <p>As its authors defined it (Aumasson and Bernstein, <i>SipHash: a fast short-input PRF</i>, 2012): two rounds for
 * each word of the message, four at the end. A pure function of key and message; immutable, safe for any number of
 * threads, and it allocates nothing once compiled. Not a hash for signatures: 64 bits are too few against somebody who
 * may collect messages.
 */
public final class SipHash {
    /** Bytes of a key. */
    public static final int KEY_BYTES = 16;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The last word of an 8-byte message: no bytes left over, and the length on top. */
    private static final long END_OF_ONE_WORD = 8L << 56;

    private final long k0;
    private final long k1;

    /** Keys the function with two words, each the little-endian reading of eight bytes of the key. */
    public SipHash(long k0, long k1) {
        this.k0 = k0;
        this.k1 = k1;
    }

    /**
     * Keys the function with {@value #KEY_BYTES} bytes, which are copied.
     *
     * @throws IllegalArgumentException if there are more or fewer
     */
    public static SipHash of(byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("a SipHash key has " + KEY_BYTES + " bytes: length=" + key.length
                    + "; draw them from SecureRandom");
        }
        return new SipHash((long) LONGS.get(key, 0), (long) LONGS.get(key, 8));
    }

    /** Returns the 64 bits for the message of eight bytes that {@code word} is in little-endian order. */
    public long hash(long word) {
        State state = new State(k0, k1);
        state.absorb(word);
        state.absorb(END_OF_ONE_WORD);
        return state.finish();
    }

    /** Returns the 64 bits for {@code message}, of any length. */
    public long hash(byte[] message) {
        State state = new State(k0, k1);
        int whole = message.length & -Long.BYTES;
        for (int at = 0; at < whole; at += Long.BYTES) {
            state.absorb((long) LONGS.get(message, at));
        }
        state.absorb(lastWord(message, whole));
        return state.finish();
    }

    private static long lastWord(byte[] message, int from) {
        long word = (long) message.length << 56;
        for (int at = from; at < message.length; at++) {
            word |= Byte.toUnsignedLong(message[at]) << (Byte.SIZE * (at - from));
        }
        return word;
    }

    /** Says that there is a key, without showing it. */
    @Override
    public String toString() {
        return "SipHash(key not shown)";
    }

    /** The four words that are mixed; lives in registers, because it never leaves the method that made it. */
    private static final class State {
        private long v0;
        private long v1;
        private long v2;
        private long v3;

        State(long k0, long k1) {
            v0 = k0 ^ 0x736f6d6570736575L;
            v1 = k1 ^ 0x646f72616e646f6dL;
            v2 = k0 ^ 0x6c7967656e657261L;
            v3 = k1 ^ 0x7465646279746573L;
        }

        void absorb(long word) {
            v3 ^= word;
            round();
            round();
            v0 ^= word;
        }

        long finish() {
            v2 ^= 0xff;
            round();
            round();
            round();
            round();
            return v0 ^ v1 ^ v2 ^ v3;
        }

        private void round() {
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
        }
    }
}
