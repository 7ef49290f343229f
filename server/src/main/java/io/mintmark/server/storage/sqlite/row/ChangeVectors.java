package io.mintmark.server.storage.sqlite.row;

/** How a version is written: {@code A:5-} and the database's id. */
public final class ChangeVectors {
    private ChangeVectors() {}

    public static String format(String node, long etag, String databaseId) {
        return node + ':' + etag + '-' + databaseId;
    }
}
