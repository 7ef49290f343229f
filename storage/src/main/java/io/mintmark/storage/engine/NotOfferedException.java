package io.mintmark.storage.engine;

import io.mintmark.MintmarkException;

/** An engine has no such maintenance. */
public final class NotOfferedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    NotOfferedException(String what) {
        super("The engine of this store does not offer to " + what + ": use its own tools for that.");
    }
}
