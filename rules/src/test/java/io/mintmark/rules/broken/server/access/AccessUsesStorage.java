package io.mintmark.rules.broken.server.access;

/** Breaks, by this field, a rule that names it. */
public final class AccessUsesStorage {
    final io.mintmark.rules.broken.server.storage.Room forbidden = new io.mintmark.rules.broken.server.storage.Room();
}
