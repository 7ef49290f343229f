package io.mintmark.storage.group;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.GroupUnknownException;

/** Words why a writer stopped for good. What is said when memory is too short for words was made before. */
final class WriterFailure {
    private static final String REMEDY = ". Whether the writes in flight were kept is known after a restart:"
            + " mend the cause, then restart the server. Reads go on.";

    private final String shown;
    private final GroupStore store;
    private final StorageFailedException lastWords;

    /** Speaks of the writer to what messages call {@code shown}. */
    WriterFailure(String shown, GroupStore store) {
        this.shown = shown;
        this.store = store;
        this.lastWords = new StorageFailedException("The " + shown
                + " stopped taking writes because the server failed, with no memory left to tell why" + REMEDY);
    }

    /** Returns the failure to report when memory is too short to describe it. */
    StorageFailedException lastWords() {
        return lastWords;
    }

    static boolean isOwnerLost(Throwable thrown) {
        return thrown instanceof EngineException engine && engine.isOwnerLost();
    }

    static boolean isDeleted(Throwable thrown) {
        return thrown instanceof EngineException engine && engine.isDeleted();
    }

    /** Returns the engine's own exception, if that is behind it. */
    static Throwable causeOf(Throwable thrown) {
        Throwable cause = thrown instanceof EngineException ? thrown.getCause() : null;
        return cause == null ? thrown : cause;
    }

    /** Returns what those are told whose work was committed or was not. */
    StorageFailedException unknown(GroupUnknownException unknown) {
        Throwable cause = unknown.getCause() == null ? unknown : unknown.getCause();
        return new StorageFailedException(
                "Whether the write to the " + shown
                        + " was kept is not known, since its engine did not answer: "
                        + cause.getMessage()
                        + ". Look whether it is there before you repeat it. It takes writes again"
                        + " once the engine has told.",
                cause);
    }

    /** Returns what those are told whose work it was about to do. */
    StorageFailedException reason(Throwable thrown) {
        Throwable cause = causeOf(thrown);
        try {
            if (isDeleted(thrown)) {
                return new StorageFailedException(
                        "The " + shown + " was deleted at another node: what this one was about to write to it"
                                + " was not kept.",
                        cause);
            }
            if (isOwnerLost(thrown)) {
                return new StorageFailedException("The " + shown + store.ownerLost(), cause);
            }
            return new StorageFailedException(
                    "The " + shown + " stopped taking writes because its store failed: " + cause.getMessage() + REMEDY,
                    cause);
        } catch (RuntimeException | Error worse) {
            return lastWords;
        }
    }
}
