package io.mintmark.rules.broken.server.members;

/** Breaks, by this field, a rule that names it. */
public final class MembersUseStorage {
    final io.mintmark.rules.broken.server.storage.Room forbidden = new io.mintmark.rules.broken.server.storage.Room();
}
