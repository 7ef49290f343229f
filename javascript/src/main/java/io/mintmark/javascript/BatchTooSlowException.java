package io.mintmark.javascript;

import io.mintmark.MintmarkException;
import java.time.Duration;

/** Scripts took longer for one batch than others are kept waiting: ask with fewer items. */
public final class BatchTooSlowException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception of a batch, of which so many items were done in its time. */
    public BatchTooSlowException(int done, int items, Duration limit) {
        super("The script had done " + done + " of " + items + " documents or groups after " + limit.toMillis()
                + " ms: ask with fewer.");
    }
}
