package io.mintmark.server.indexes.reduce;

import io.mintmark.internal.XxHash64;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Names an entry of a group, and its place in the group's tree.
 *
 * @param hash places it; the number is a part of what is hashed, so that the entries of one document spread, too
 * @param document key form of the id of the document that contributes it
 * @param number which of the document's entries it is
 */
record EntryName(long hash, String document, int number) implements Comparable<EntryName> {
    /** Bits by which one level of a tree branches. */
    private static final int BITS = 4;

    /** How many branches a level has. */
    static final int BRANCHES = 1 << BITS;

    /** How many levels may branch. */
    static final int DEPTH_MAX = Long.SIZE / BITS;

    static EntryName of(String document, int number) {
        byte[] id = document.getBytes(StandardCharsets.UTF_8);
        byte[] hashed = ByteBuffer.allocate(id.length + Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(id)
                .putInt(number)
                .array();
        return new EntryName(XxHash64.hash(hashed, 0), document, number);
    }

    /** Returns which branch of a node at {@code depth} leads to it. */
    int branch(int depth) {
        return (int) (hash >>> (Long.SIZE - BITS * (depth + 1))) & (BRANCHES - 1);
    }

    @Override
    public int compareTo(EntryName other) {
        int byHash = Long.compareUnsigned(hash, other.hash);
        if (byHash != 0) {
            return byHash;
        }
        int byDocument = document.compareTo(other.document);
        return byDocument == 0 ? Integer.compare(number, other.number) : byDocument;
    }
}
