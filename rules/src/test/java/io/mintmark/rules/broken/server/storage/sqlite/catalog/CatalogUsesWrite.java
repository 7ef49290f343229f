package io.mintmark.rules.broken.server.storage.sqlite.catalog;

/** Breaks, by this field, a rule that names it. */
public final class CatalogUsesWrite {
    final io.mintmark.rules.broken.server.storage.sqlite.write.Room forbidden =
            new io.mintmark.rules.broken.server.storage.sqlite.write.Room();
}
