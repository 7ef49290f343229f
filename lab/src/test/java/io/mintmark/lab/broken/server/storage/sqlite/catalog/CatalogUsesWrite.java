package io.mintmark.lab.broken.server.storage.sqlite.catalog;

/** Breaks, by this field, a rule that names it. */
public final class CatalogUsesWrite {
    final io.mintmark.lab.broken.server.storage.sqlite.write.Room forbidden =
            new io.mintmark.lab.broken.server.storage.sqlite.write.Room();
}
