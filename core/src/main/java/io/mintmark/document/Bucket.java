package io.mintmark.document;

import io.mintmark.internal.XxHash64;

/**
 * One of the 1,048,576 places into which a sharded database sorts its documents, by their ids alone.
 *
 * <p>The number is the low 20 bits of XXH64, seed 0, over the UTF-8 bytes of the id's {@linkplain KeyForm key form};
 * or, where the id is {@linkplain DocumentId#anchoredTo anchored}, over what follows its last <code>$</code>. So
 * documents with the same anchor lie in one bucket, and with the document whose id the anchor is. RavenDB places by the
 * same rule.
 *
 * <p><strong>An id that ends with <code>$</code></strong>, such as {@code foo$}, has an empty anchor: all ids of that
 * kind fall into bucket 584089, whatever stands before. They are legal, and better not made. An id whose only
 * <code>$</code> is its first character is placed by its whole text. Immutable.
 *
 * @param number from 0 to {@link #COUNT} - 1
 */
public record Bucket(int number) implements Comparable<Bucket> {
    /** How many buckets there are: 2^20. */
    public static final int COUNT = 1 << 20;

    /** Checks that there is such a bucket. */
    public Bucket {
        if (number < 0 || number >= COUNT) {
            throw new IllegalArgumentException("a bucket must lie between 0 and " + (COUNT - 1) + ": number=" + number);
        }
    }

    /** Returns the bucket of the document called {@code id}, there or not. */
    public static Bucket of(DocumentId id) {
        byte[] key = id.sharedKeyBytes();
        return new Bucket((int) (XxHash64.hash(key, Anchor.start(key)) & (COUNT - 1)));
    }

    /**
     * Returns which of {@code shards} shards holds the bucket as long as none was moved, counted from 0.
     *
     * <p>Each shard has {@code COUNT / shards} buckets in a row, in order; the last one has the remainder as well.
     *
     * @param shards from 1 to {@link #COUNT}
     */
    public int shardOf(int shards) {
        if (shards < 1 || shards > COUNT) {
            throw new IllegalArgumentException("shards must be between 1 and " + COUNT + ": shards=" + shards);
        }
        return Math.min(number / (COUNT / shards), shards - 1);
    }

    @Override
    public int compareTo(Bucket other) {
        return Integer.compare(number, other.number);
    }
}
