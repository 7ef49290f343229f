package io.mintmark.storage.write;

import io.mintmark.MintmarkException;

/** A {@link KeyedWrite} was refused because of its key, and nothing was drawn. */
public final class RequestKeyException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Why a key is refused. */
    public enum Reason {
        /** It came before, with a request for something else. */
        REUSED,
        /** It is new, and as many are remembered as may be. */
        NO_ROOM,
        /** The engine remembers none. */
        NOT_KEPT
    }

    private RequestKeyException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Returns the refusal of a key that came with another request. */
    public static RequestKeyException reused() {
        return new RequestKeyException(
                Reason.REUSED,
                "This key came with another request before: a key stands for one request, with the same name, count and"
                        + " route each time it is sent. Make a new key for each new request.");
    }

    /** Returns the refusal of a new key where {@code most} are remembered. */
    public static RequestKeyException noRoom(long most) {
        return new RequestKeyException(
                Reason.NO_ROOM,
                "This database remembers the answers of " + most
                        + " keys of the last day, and more would push out keys that"
                        + " may still be sent again: ask without a key, or with fewer of them a day.");
    }

    /** Returns the refusal of an engine that remembers no keys. */
    public static RequestKeyException notKept() {
        return new RequestKeyException(Reason.NOT_KEPT, "This store remembers no keys of requests: ask without one.");
    }

    /** Returns why it is refused. */
    public Reason reason() {
        return reason;
    }
}
