package io.mintmark.lab.proof;

/**
 * One file operation that was done, or a sync that failed.
 *
 * @param kind what was done
 * @param failed whether it is a sync that failed
 * @param descriptor the open file, where one was used
 * @param created whether an open made the file
 * @param truncated whether an open emptied it
 * @param path the file
 * @param other what it is called after a rename, or empty
 * @param offset where a write began
 * @param length how many bytes were written, or what length a file was cut to
 * @param data what was written; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Operation(
        Kind kind,
        boolean failed,
        int descriptor,
        boolean created,
        boolean truncated,
        String path,
        String other,
        long offset,
        long length,
        byte[] data) {

    /** Kinds of operations; the watcher in C knows them by their ordinal. */
    public enum Kind {
        NOTHING,
        OPEN,
        CLOSE,
        WRITE,
        SYNC,
        TRUNCATE,
        UNLINK,
        RENAME,
        MAKE_DIRECTORY,
        READ;

        private static final Kind[] ALL = values();

        /** Returns the kind of that ordinal. */
        public static Kind of(int number) {
            return ALL[number];
        }
    }

    /** Returns what kind of file it is about, whichever database it belongs to. */
    public String file() {
        return fileOf(path);
    }

    public static String fileOf(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.contains(".") || name.equals("lock") ? name.replaceAll("[0-9]+", "N") : "directory";
    }
}
