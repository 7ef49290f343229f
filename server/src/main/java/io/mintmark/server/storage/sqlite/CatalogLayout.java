package io.mintmark.server.storage.sqlite;

/** The tables of the catalog, by version; the second one gave rows their checksums. */
final class CatalogLayout {
    /** The versions. */
    static final Schema SCHEMA = new Schema(
            "catalog",
            new Schema.Step("catalog-1.sql"),
            new Schema.Step("catalog-2.sql", CatalogRows::fillChecksums));

    private CatalogLayout() {}
}
