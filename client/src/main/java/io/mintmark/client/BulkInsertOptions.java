package io.mintmark.client;

/**
 * The options of a bulk insert; immutable.
 *
 * @param compression whether the request is compressed
 * @param overwrite whether existing documents are written anew
 */
public record BulkInsertOptions(Compression compression, Overwrite overwrite) {
    /** Uncompressed, overwriting. */
    public static final BulkInsertOptions DEFAULT = new BulkInsertOptions(Compression.NONE, Overwrite.ALWAYS);

    /** Whether the request is compressed. */
    public enum Compression {
        /** Uncompressed: the fastest unless the network is the limit. */
        NONE,
        /** By gzip. */
        GZIP
    }

    /** Whether existing documents are written anew. */
    public enum Overwrite {
        /** All of them, with a new version. */
        ALWAYS,
        /** Only those that differ; the others keep their version. */
        IF_CHANGED
    }

    boolean isCompressed() {
        return compression == Compression.GZIP;
    }

    /** Returns these options with compression. */
    public BulkInsertOptions gzip() {
        return new BulkInsertOptions(Compression.GZIP, overwrite);
    }

    /** Returns these options, but unchanged documents are left alone. */
    public BulkInsertOptions skippingUnchanged() {
        return new BulkInsertOptions(compression, Overwrite.IF_CHANGED);
    }
}
