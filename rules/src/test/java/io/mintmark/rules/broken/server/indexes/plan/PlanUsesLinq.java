package io.mintmark.rules.broken.server.indexes.plan;

/** Breaks, by this field, a rule that names it. */
public final class PlanUsesLinq {
    final io.mintmark.rules.broken.server.indexes.linq.Room forbidden =
            new io.mintmark.rules.broken.server.indexes.linq.Room();
}
