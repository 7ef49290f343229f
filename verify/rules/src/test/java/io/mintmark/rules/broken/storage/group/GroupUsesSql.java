package io.mintmark.rules.broken.storage.group;

/** Breaks, by this field, a rule that names it. */
public final class GroupUsesSql {
    final io.mintmark.rules.broken.storage.sql.SqlUsesEngine forbidden =
            new io.mintmark.rules.broken.storage.sql.SqlUsesEngine();
}
