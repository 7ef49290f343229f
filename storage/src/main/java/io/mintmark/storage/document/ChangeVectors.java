package io.mintmark.storage.document;

/** How a version is written: {@code A:5-} and the database's id. */
public final class ChangeVectors {
    private ChangeVectors() {}

    /** Returns the change vector of the write {@code etag} on {@code node}. */
    public static String format(String node, long etag, String databaseId) {
        return node + ':' + etag + '-' + databaseId;
    }
}
