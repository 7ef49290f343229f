package io.mintmark.client;

import io.mintmark.document.Bucket;
import io.mintmark.document.DocumentId;

/**
 * The place of a document in a sharded database, which its id alone decides, and ids that place it beside another
 * document.
 *
 * <p>{@code invoices/1-A$orders/7-A} is placed by the part after its last <code>$</code>, and so lies beside {@code
 * orders/7-A}. Pure functions, safe for any thread; a text that is not a document id is refused with {@link
 * io.mintmark.document.InvalidDocumentIdException}.
 */
public final class Placement {
    private Placement() {}

    /**
     * Returns {@code id} with {@code anchor} after it: {@code invoices/1-A$orders/7-A}.
     *
     * @param anchor the id of a document, existing or not, or any name that several documents share
     */
    public static String anchored(String id, String anchor) {
        return DocumentId.of(id).anchoredTo(DocumentId.of(anchor)).text();
    }

    /** Returns the bucket of the document called {@code id}. */
    public static Bucket bucketOf(String id) {
        return Bucket.of(DocumentId.of(id));
    }
}
