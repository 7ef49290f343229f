package io.mintmark.storage.document;

import io.mintmark.MintmarkException;

/** A batch has documents of several buckets, and its engine holds only one together; the batch had no effect. */
public final class BatchScopeException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    BatchScopeException(String why) {
        super("All documents of a batch must share a bucket, since this store is atomic within one, but " + why
                + ": send them in batches of their own, or end their ids with one anchor, as in orders/1$ada and"
                + " invoices/1$ada.");
    }
}
