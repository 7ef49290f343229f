package io.mintmark.rules.broken.server.storage.postgresql.claim;

/** Breaks, by this field, a rule that names it. */
public final class ClaimUsesCatalog {
    final io.mintmark.rules.broken.server.storage.postgresql.catalog.Room forbidden =
            new io.mintmark.rules.broken.server.storage.postgresql.catalog.Room();
}
