package io.mintmark.storage.sqlite.directory;

/** What the catalog knows of a database's file, and hears from it. */
public interface ExpectedFile {
    /** Returns what the file must say, or an empty text if nobody knows. */
    String databaseId();

    /** Returns what the file's incarnation is not below. */
    long incarnation();

    /** Hears what the file says, if it is more than was known. */
    void found(String databaseId, long incarnation);
}
