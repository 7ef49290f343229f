package io.mintmark.server.conformance;

import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What RavenDB's clients can ask for and this server does not have, by the beginning of its path.
 *
 * <p>Paths that are in no row are refused without a name, as no route.
 */
public final class RefusedRoutes {
    private static final String ANY = "";
    private static final String BY_ID = "load documents by their ids, or list them by a prefix";
    private static final String ARTIFICIAL =
            "load the documents that an index writes; docs/artificial-documents.md says what else can be asked";
    private static final String COPIES = "use `mintmark backup` as docs/operating.md says";

    /**
     * One row.
     *
     * @param method the method, or empty for all
     * @param segments how the path begins; empty for any text
     */
    private record Row(String method, List<String> segments, ErrorType type, String message) {
        boolean fits(String asked, List<String> path) {
            if (path.size() < segments.size() || !(method.isEmpty() || method.equals(asked))) {
                return false;
            }
            for (int i = 0; i < segments.size(); i++) {
                String segment = segments.get(i);
                if (!segment.isEmpty() && !segment.equalsIgnoreCase(path.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final List<Row> ROWS = new Rows()
            .type(ErrorType.SUBSCRIPTION_MISSING)
            .server("Subscriptions", "read lists by etag, which go on where the last one ended", "info/remote-task")
            .database("Subscriptions", "read lists by etag, which go on where the last one ended", "info/remote-task")
            .type(ErrorType.NOT_SUPPORTED)
            .database("Subscriptions", "read lists by etag, which go on where the last one ended", "subscriptions")
            .database("Queries", BY_ID, "queries", "streams", "collections/docs")
            .database(
                    "Such requests to indexes",
                    ARTIFICIAL,
                    "indexes/terms",
                    "indexes/progress",
                    "indexes/performance",
                    "indexes/debug")
            .database(
                    "Such requests to indexes",
                    ARTIFICIAL,
                    "indexes/source",
                    "indexes/set-lock",
                    "indexes/replace",
                    "indexes/try",
                    "indexes/history")
            .database(
                    "Such requests to indexes",
                    ARTIFICIAL,
                    "indexes/total-time",
                    "indexes/suggest-index-merge",
                    "indexes/c-sharp-index-definition",
                    "index")
            .database(
                    "Such requests to indexes",
                    ARTIFICIAL,
                    "admin/indexes/enable",
                    "admin/indexes/disable",
                    "admin/indexes/optimize",
                    "admin/indexes/dump")
            .database("Sorters and analyzers", "nothing is searched", "admin/sorters", "admin/analyzers")
            .method("PATCH", "Patches", "load, change and store with optimistic concurrency", "docs")
            .database("Compare-exchange values", "use documents with optimistic concurrency", "cmpxchg")
            .database("Attachments", "keep files in a store of their own", "attachments")
            .database("Counters", "keep numbers in documents", "counters")
            .database("Time series", "keep values in documents", "timeseries", "admin/timeseries")
            .database("Revisions", "store a copy under an id of its own", "revisions", "admin/revisions")
            .database(
                    "Documents that expire or refresh",
                    "delete documents when they are due",
                    "admin/expiration",
                    "admin/refresh")
            .database("Archives", "move documents to another collection", "admin/data-archival")
            .database("Compressed documents", "choose a file system that compresses", "admin/documents-compression")
            .database("Exports and imports", COPIES, "smuggler", "admin/smuggler")
            .database("Backups by request", COPIES, "admin/backup", "admin/periodic-backup", "periodic-backup")
            .server("Backups by request", COPIES, "admin/backup", "admin/restore", "admin/compact")
            .database(
                    "Tasks", "nothing is copied to or from other systems", "task", "tasks", "admin/tasks", "admin/etl")
            .database("Tasks", "nothing is copied to or from other systems", "etl", "admin/queue-sink", "replication")
            .database("Connections", "nothing is copied to or from other systems", "admin/connection-strings", "info")
            .database("Settings of a database", "see mintmark serve --help", "admin/configuration/settings")
            .server("Changes of a database's record", "delete the database and create it anew", "admin/databases/")
            .server("Changes of a cluster", "start and stop nodes as docs/nodes.md says", "admin/cluster")
            .server(
                    "Certificates that a server makes or edits",
                    "register one without its key, or let programs in with mintmark access",
                    "admin/certificates/")
            .server("Tasks of the server", COPIES, "admin/configuration/server-wide")
            .server("Sorters and analyzers", "nothing is searched", "admin/sorters", "admin/analyzers")
            .server("Logs by request", "see mintmark serve --help", "admin/logs", "admin/traffic-watch")
            .end();

    /** Rows that are being written. */
    private static final class Rows {
        private final List<Row> rows = new ArrayList<>();
        private ErrorType type = ErrorType.NOT_SUPPORTED;

        Rows type(ErrorType type) {
            this.type = type;
            return this;
        }

        Rows database(String what, String remedy, String... paths) {
            return add(ANY, "databases//", what, remedy, paths);
        }

        Rows method(String method, String what, String remedy, String path) {
            return add(method, "databases//", what, remedy, path);
        }

        Rows server(String what, String remedy, String... paths) {
            return add(ANY, "", what, remedy, paths);
        }

        private Rows add(String method, String place, String what, String remedy, String... paths) {
            String message = what + " are not supported by this server: " + remedy + ".";
            for (String path : paths) {
                rows.add(new Row(method, List.of((place + path).split("/", -1)), type, message));
            }
            return this;
        }

        List<Row> end() {
            return List.copyOf(rows);
        }
    }

    private RefusedRoutes() {}

    /** Returns how the paths begin that are refused; {@code {db}} stands for any text. */
    public static List<String> paths() {
        return ROWS.stream()
                .map(row -> "/" + String.join("/", row.segments()).replace("databases//", "databases/{db}/"))
                .toList();
    }

    /** Returns the refusal of a request whose path has those segments, if its name is known. */
    public static Optional<ApiException> refusal(String method, List<String> segments) {
        return ROWS.stream()
                .filter(row -> row.fits(method, segments))
                .findFirst()
                .map(row -> new ApiException(row.type(), row.message()));
    }
}
