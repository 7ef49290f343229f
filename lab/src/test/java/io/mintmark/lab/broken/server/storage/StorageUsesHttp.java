package io.mintmark.lab.broken.server.storage;

/** Breaks, by this field, a rule that names it. */
public final class StorageUsesHttp {
    final io.mintmark.lab.broken.server.http.Room forbidden = new io.mintmark.lab.broken.server.http.Room();
}
