package io.mintmark.rules.broken.storage;

/** Breaks: no SQL type outside storage.sqlite. */
final class StorageUsesConnection {
    java.sql.Connection forbidden;
}
