package io.mintmark.lab.broken.server.members;

/** Breaks, by this field, a rule that names it. */
public final class MembersUseStorage {
    final io.mintmark.lab.broken.server.storage.Room forbidden = new io.mintmark.lab.broken.server.storage.Room();
}
