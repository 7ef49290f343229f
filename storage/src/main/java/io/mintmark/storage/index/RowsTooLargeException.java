package io.mintmark.storage.index;

import io.mintmark.MintmarkException;
import io.mintmark.support.HeapShare;

/** The rows that were asked for are more than memory should hold at once; fewer of them can be had. */
public final class RowsTooLargeException extends MintmarkException {
    /** Most bytes of rows that one read returns: 32 MiB, or a fifteenth of a small heap. */
    public static final long BYTES_MAX = HeapShare.of(15, 32L << 20);

    private static final long serialVersionUID = 1L;

    private RowsTooLargeException(int rows) {
        super("The rows of an index that " + rows + " keys lead to have more than " + BYTES_MAX
                + " bytes together: ask for fewer at once.");
    }

    /**
     * Requires that the rows that {@code keys} lead to may be returned together; one that is alone always may.
     *
     * @throws RowsTooLargeException if they may not
     */
    public static void require(long bytes, int keys) {
        if (bytes > BYTES_MAX && keys > 1) {
            throw new RowsTooLargeException(keys);
        }
    }
}
