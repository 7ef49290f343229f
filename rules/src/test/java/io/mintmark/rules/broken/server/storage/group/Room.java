package io.mintmark.rules.broken.server.storage.group;

/** What classes that break a rule use. */
public final class Room {}
