package io.mintmark.hibernate.takeover;

import io.mintmark.MintmarkException;

/** Thrown where nobody can prove how a generator counts, so that it is left as it is; the message is the reason. */
final class UnreadException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    UnreadException(String reason) {
        super(reason);
    }
}
