package io.mintmark.client;

import io.mintmark.document.Bucket;
import io.mintmark.document.DocumentId;

/**
 * Where a document lies in a sharded database, and how to have it lie beside another: by its id alone.
 *
 * <p>{@code invoices/1-A$orders/7-A} is placed by what follows its last <code>$</code>, and so lies beside
 * {@code orders/7-A}. Pure functions, safe for any thread; all refuse texts that are no document ids with
 * {@link io.mintmark.document.InvalidDocumentIdException}.
 */
public final class Placement {
    private Placement() {}

    /**
     * Returns {@code id} with {@code anchor} behind it: {@code invoices/1-A$orders/7-A}.
     *
     * @param anchor the id of a document, there or not, or any name to meet at
     */
    public static String anchored(String id, String anchor) {
        return DocumentId.of(id).anchoredTo(DocumentId.of(anchor)).text();
    }

    /** Returns the bucket of the document called {@code id}. */
    public static Bucket bucketOf(String id) {
        return Bucket.of(DocumentId.of(id));
    }
}
