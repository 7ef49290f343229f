package io.mintmark.lab.broken.server.access;

/** Breaks, by this field, a rule that names it. */
public final class AccessUsesStorage {
    final io.mintmark.lab.broken.server.storage.Room forbidden = new io.mintmark.lab.broken.server.storage.Room();
}
