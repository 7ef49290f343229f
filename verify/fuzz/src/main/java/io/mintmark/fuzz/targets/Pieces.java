package io.mintmark.fuzz.targets;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Cuts bytes as a network may: by a number, so that a search can learn where. */
public final class Pieces {
    private static final int STEP = 31;

    private Pieces() {}

    /** Returns {@code bytes} whole for 0, byte by byte for 1, and in pieces of changing lengths for other numbers. */
    public static List<ByteBuffer> of(int cut, byte[] bytes) {
        List<ByteBuffer> pieces = new ArrayList<>();
        int length = cut == 0 ? bytes.length : cut;
        for (int at = 0; at < bytes.length; ) {
            int next = Math.min(bytes.length - at, Math.max(1, length));
            pieces.add(ByteBuffer.wrap(bytes.clone(), at, next).slice());
            at += next;
            length = cut == 1 ? 1 : length * STEP % 257;
        }
        return pieces;
    }
}
