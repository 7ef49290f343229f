package io.mintmark.server.storage.sqlite;

/** How a version is written: {@code A:5-} and the database's id. */
final class ChangeVectors {
    private ChangeVectors() {}

    static String format(String node, long etag, String databaseId) {
        return node + ':' + etag + '-' + databaseId;
    }
}
