package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.StorageFailedException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The copies of one open file that are read, one at a time; safe for any number of threads. */
public final class FileImages implements AutoCloseable {
    private final String what;
    private final Path path;
    private final ConnectionOpener opener;
    private final Freezing freezing;
    private final RawFile raw;
    private @Nullable FrozenFile current;
    private boolean ended;

    /** How the file is kept as it is. */
    @FunctionalInterface
    public interface Freezing {
        /** Returns what keeps the file as it is now. */
        FrozenFile freeze(FrozenFile.Builder wanted) throws SQLException;
    }

    /** Makes copies of the file at {@code path}, which messages call {@code what}. */
    public FileImages(String what, Path path, ConnectionOpener opener, Freezing freezing) {
        this.what = what;
        this.path = path;
        this.opener = opener;
        this.freezing = freezing;
        this.raw = new RawFile(path);
    }

    /** Freezes the file until the copy is closed. */
    public synchronized FrozenFile freeze(long logBytesMax) {
        if (ended) {
            throw new StorageFailedException(what + " is being closed, and no copy of it begins: try again.");
        }
        if (isBeingCopied()) {
            throw new StorageFailedException(
                    "A copy of " + what + " is being read already: wait for its end, or end it.");
        }
        try {
            FrozenFile made = freezing.freeze(new FrozenFile.Builder(what, path, opener, raw, logBytesMax, () -> {}));
            current = made;
            return made;
        } catch (SQLException e) {
            throw new StorageFailedException(
                    "No copy of " + what + " can begin (" + e.getMessage() + "): look at " + path + ".", e);
        }
    }

    /** Returns whether a copy is being read. */
    public synchronized boolean isBeingCopied() {
        FrozenFile last = current;
        return last != null && last.isFrozen();
    }

    /** Ends the copy that is read, and lets none begin. */
    public synchronized void end() {
        ended = true;
        if (current != null) {
            current.end("The copy of " + what + " was ended, because it was closed or deleted meanwhile.");
        }
    }

    /** Closes the file, after all connections to it. */
    @Override
    public void close() {
        end();
        raw.close();
    }
}
