package io.mintmark.rules.broken.server.storage;

/** Breaks, by this field, a rule that names it. */
public final class StorageUsesHttp {
    final io.mintmark.rules.broken.server.http.Room forbidden = new io.mintmark.rules.broken.server.http.Room();
}
