package io.mintmark.server.conformance;

/** What can be said of documents: to be stored, loaded, deleted. */
public final class DocumentMembers {
    private static final String WITH_TIME_SERIES = "it says more of a time series, which is refused";
    private static final String NO_COUNTERS = "there are no counters; keep numbers in documents";
    private static final String NO_TIME_SERIES = "there are no time series; keep values in documents";
    private static final String NO_REVISIONS = "no former versions are kept; store a copy under an id of its own";
    private static final String NO_ATTACHMENTS = "there are no attachments; keep files in a store of their own";
    private static final String NO_PATCHES = "there are no patches; load, change and store with optimistic concurrency";
    private static final String NO_COMPARE_EXCHANGE =
            "there are no compare-exchange values; use documents with optimistic concurrency";

    /** A command of a batch or of a bulk insert. */
    public static final Members COMMAND = Members.body("a command")
            .done("Type", "Id", "ChangeVector", "Document")
            .ignored("only cluster-wide transactions compare it", "OriginalChangeVector")
            .refused("delete documents by their ids, from a list by that prefix", "IdPrefixed")
            .refused(NO_REVISIONS, "ForceRevisionCreationStrategy")
            .refused(NO_PATCHES, "Patch", "PatchIfMissing", "JsonPatch", "CreateIfMissing", "ReturnDocument", "Ids")
            .refused(NO_ATTACHMENTS, "Name", "DestinationId", "DestinationName", "ContentType", "AttachmentType")
            .refused(NO_ATTACHMENTS, "ContentLength", "Hash", "RemoteParameters")
            .refused(NO_COUNTERS, "Counters")
            .refused(NO_TIME_SERIES, "TimeSeries", "From", "To")
            .refused(NO_COMPARE_EXCHANGE, "Index")
            .refused("documents come from clients alone", "FromEtl")
            .end();

    /** The body of {@code bulk_docs}. */
    public static final Members BATCH = Members.body("a batch")
            .done("Commands")
            .refused(
                    "Cluster-wide transactions are not supported: open the session for a single node",
                    "TransactionMode")
            .end();

    /** The query of {@code bulk_docs}. */
    public static final Members BATCH_PARAMETERS = Members.query("a batch")
            .done("numberOfReplicasToWaitFor", "waitForReplicasTimeout", "throwOnTimeoutInWaitForReplicas")
            .done("waitForIndexesTimeout", "waitForIndexThrow", "waitForSpecificIndex")
            .ignored("a batch is one transaction in any case", "shardedBatchBehavior")
            .ignored("only cluster-wide transactions have it", "disableAtomicDocumentWrites", "raft-request-id")
            .end();

    /** The query of {@code bulk_insert}. */
    public static final Members BULK_INSERT = Members.query("a bulk insert")
            .done("id", "skipOverwriteIfUnchanged")
            .ignored("the node that is asked does it", "nodeTag")
            .end();

    /** The query of a load by ids. */
    public static final Members LOAD = included(Members.query("a load").done("id", "include", "metadataOnly"))
            .ignored("it tells caches one body from another", "loadHash")
            .ignored("a read sees every acknowledged write", "txMode")
            .end();

    /** The query of a list by prefix or by etag. */
    public static final Members LIST = included(Members.query("a list")
                    .done("startsWith", "matches", "exclude", "startAfter")
                    .done("start", "pageSize", "etag", "metadataOnly"))
            .refused("load by ids to include what documents refer to", "include")
            .ignored("a read sees every acknowledged write", "txMode")
            .end();

    private static Members.Table included(Members.Table table) {
        return table.refused(NO_COUNTERS, "counter")
                .refused(NO_TIME_SERIES, "timeseries", "timeseriestime", "timeseriescount")
                .ignored(WITH_TIME_SERIES, "from", "to", "timeType", "timeValue", "timeUnit", "countType", "countValue")
                .refused(NO_REVISIONS, "revisions", "revisionsBefore")
                .refused(NO_COMPARE_EXCHANGE, "cmpxchg");
    }

    /** The body of a load whose ids do not fit into a query. */
    public static final Members IDS = Members.body("a load's body").done("Ids").end();

    /** The body of {@code multi_get}. */
    public static final Members REQUESTS =
            Members.body("a multi_get").done("Requests").end();

    /** One request in a {@code multi_get}. */
    public static final Members REQUEST = Members.body("a request inside a multi_get")
            .done("Url", "Query", "Method", "Headers", "Content")
            .end();

    private DocumentMembers() {}
}
