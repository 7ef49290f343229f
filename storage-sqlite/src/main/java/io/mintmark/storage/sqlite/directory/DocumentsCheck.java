package io.mintmark.storage.sqlite.directory;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The check of all documents, one at a time: each is JSON and can be found by its id, and each collection has as many
 * as it says.
 *
 * <p>Documents have no checksums: a flipped bit that leaves one JSON is not seen.
 */
final class DocumentsCheck {
    private static final int TOLD_EVERY = 1_000;

    /** All collections whose number of documents is not what was counted, and all that have documents but no row. */
    private static final String MISCOUNTED =
            "WITH found AS (SELECT collection, count(*) AS n FROM (SELECT collection FROM document UNION ALL"
                    + " SELECT collection FROM counter WHERE shown = 1) GROUP BY collection)"
                    + " SELECT c.name, c.documents, coalesce(found.n, 0) FROM collection c"
                    + " LEFT JOIN found ON found.collection = c.number WHERE c.documents <> coalesce(found.n, 0)"
                    + " UNION ALL SELECT 'number ' || found.collection, 0, found.n FROM found"
                    + " WHERE found.collection NOT IN (SELECT number FROM collection)";

    private final FileReport report;
    private final Connection connection;

    /** How many documents were read. */
    long read;

    DocumentsCheck(FileReport report, Connection connection) {
        this.report = report;
        this.connection = connection;
    }

    void run() {
        report.step("its documents", this::documents);
        report.step("its collections", this::collections);
        report.step("its identities", new IdentitiesPassed(report, connection)::run);
    }

    private void documents() throws SQLException {
        long total = Statements.one(connection, "SELECT count(*) FROM document");
        Statements.each(
                connection,
                row -> {
                    document(row.getString(2), row.getString(3), row.getBytes(4), row.getBytes(5));
                    if (++read % TOLD_EVERY == 0) {
                        report.at("documents", read, total);
                    }
                },
                "SELECT etag, key, id, metadata, body FROM document ORDER BY etag");
    }

    private void document(
            @Nullable String key, @Nullable String id, byte @Nullable [] metadata, byte @Nullable [] body) {
        if (id == null || !isKeyOf(key, id)) {
            report.damage("the document " + id + " is stored under another name, " + key);
        }
        if (!StoredJson.isObject(metadata)) {
            report.damage("the metadata of the document " + id + " is no JSON object");
        }
        if (!StoredJson.isObject(body)) {
            report.damage("the body of the document " + id + " is no JSON object");
        }
    }

    private static boolean isKeyOf(@Nullable String key, String id) {
        try {
            return DocumentId.of(id).key().equals(key);
        } catch (RuntimeException notAnId) {
            return false;
        }
    }

    private void collections() throws SQLException {
        Statements.each(
                connection,
                row -> report.damage("the collection " + row.getString(1) + " must have " + row.getLong(2)
                        + " documents but has " + row.getLong(3)),
                MISCOUNTED);
    }
}
