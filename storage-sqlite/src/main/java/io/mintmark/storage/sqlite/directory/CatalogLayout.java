package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.sqlite.file.Schema;

/**
 * The tables of the catalog, by version: the second one gave rows their checksums, the third one gave the catalog a
 * life.
 */
final class CatalogLayout {
    /** The versions. */
    static final Schema SCHEMA = new Schema(
            "catalog",
            new Schema.Step("catalog-1.sql"),
            new Schema.Step("catalog-2.sql", CatalogRows::fillChecksums),
            new Schema.Step("catalog-3.sql", CatalogLife::begin));

    private CatalogLayout() {}
}
