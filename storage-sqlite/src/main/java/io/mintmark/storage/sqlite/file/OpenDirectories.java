package io.mintmark.storage.sqlite.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The directories that this process has open, whatever class loaders it has.
 *
 * <p>The system's locks on files are the process's: to open a locked file once more and close it again frees the lock,
 * and SQLite's own locks go the same way. So this is asked before any file of a directory is opened. It lives in the
 * system properties, which are the one map that all class loaders of a process share. A directory is known by what the
 * file system calls it, so that links and other spellings are the same one.
 */
public final class OpenDirectories {
    private static final String PREFIX = "io.mintmark.server.open.";

    private OpenDirectories() {}

    /** Returns what a directory, which must exist, is claimed by; it may be gone when the claim is released. */
    public static String key(Path directory) throws IOException {
        Object name = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
        return PREFIX + (name == null ? directory.toRealPath() : name);
    }

    /** Claims a directory for this process; returns whether nobody in it had. */
    static boolean claim(String key) {
        return System.getProperties().putIfAbsent(key, "open") == null;
    }

    /** Gives the claim back. */
    public static void release(String key) {
        System.getProperties().remove(key);
    }
}
