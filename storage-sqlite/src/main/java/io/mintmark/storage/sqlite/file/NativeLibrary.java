package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.StorageFailedException;
import java.sql.SQLException;
import org.sqlite.NativeLibraryNotFoundException;

/** The library of SQLite for this machine, which the driver unpacks into a folder and loads from there. */
final class NativeLibrary {
    private NativeLibrary() {}

    /**
     * Returns whether {@code e} says that the library was not loaded; a second try meets a {@link LinkageError}
     * instead.
     */
    static boolean isMissing(SQLException e) {
        return e.getCause() instanceof NativeLibraryNotFoundException;
    }

    /** Returns what is told where the library was not loaded. */
    static StorageFailedException missing(Throwable e) {
        String folder = System.getProperty("org.sqlite.tmpdir", System.getProperty("java.io.tmpdir"));
        return new StorageFailedException(
                "SQLite's native library cannot be unpacked into " + folder + " and loaded from there ("
                        + e.getMessage()
                        + "): where that folder is mounted noexec, run 'mintmark prepare' as somebody who may write beside"
                        + " the jar, or name another folder by MINTMARK_JAVA_OPTS=-Dorg.sqlite.tmpdir=DIR.",
                e);
    }
}
