package io.mintmark.server.storage;

import java.util.List;

/** A batch that was handed over and is on its way to stable storage. Safe for any number of threads. */
@FunctionalInterface
public interface PendingCommit {
    /** Waits, and then returns or throws what {@link Storage#commit} would; may be asked again. */
    List<CommandResult> await();
}
