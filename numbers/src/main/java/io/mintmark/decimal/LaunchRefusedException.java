package io.mintmark.decimal;

import io.mintmark.MintmarkException;

/** A launch id is missing, malformed, repeated or unknown to the launch log; nothing was issued under it. */
public final class LaunchRefusedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a {@code message} that names the rule, the value and the remedy. */
    public LaunchRefusedException(String message) {
        super(message);
    }
}
