package io.mintmark.client;

/**
 * How a bulk insert sends; immutable.
 *
 * @param compression whether what is sent is compressed
 * @param overwrite what becomes of documents that are there already
 */
public record BulkInsertOptions(Compression compression, Overwrite overwrite) {
    /** Uncompressed, overwriting. */
    public static final BulkInsertOptions DEFAULT = new BulkInsertOptions(Compression.NONE, Overwrite.ALWAYS);

    /** Whether what is sent is compressed. */
    public enum Compression {
        /** As it is: the fastest where the network is not what limits. */
        NONE,
        /** By gzip. */
        GZIP
    }

    /** What becomes of documents that are there already. */
    public enum Overwrite {
        /** They are written anew, with a new version. */
        ALWAYS,
        /** Those that are just as they were sent are left alone and keep their version. */
        IF_CHANGED
    }

    boolean isCompressed() {
        return compression == Compression.GZIP;
    }

    /** Returns the same, compressed. */
    public BulkInsertOptions gzip() {
        return new BulkInsertOptions(Compression.GZIP, overwrite);
    }

    /** Returns the same, leaving documents alone that did not change. */
    public BulkInsertOptions skippingUnchanged() {
        return new BulkInsertOptions(compression, Overwrite.IF_CHANGED);
    }
}
