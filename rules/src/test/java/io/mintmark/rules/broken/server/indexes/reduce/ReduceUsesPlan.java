package io.mintmark.rules.broken.server.indexes.reduce;

/** Breaks, by this field, a rule that names it. */
public final class ReduceUsesPlan {
    final io.mintmark.rules.broken.server.indexes.plan.Room forbidden =
            new io.mintmark.rules.broken.server.indexes.plan.Room();
}
