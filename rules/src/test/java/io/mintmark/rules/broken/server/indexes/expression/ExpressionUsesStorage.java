package io.mintmark.rules.broken.server.indexes.expression;

/** Breaks, by this field, a rule that names it. */
public final class ExpressionUsesStorage {
    final io.mintmark.rules.broken.server.storage.Room forbidden = new io.mintmark.rules.broken.server.storage.Room();
}
