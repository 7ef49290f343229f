package io.mintmark.server.conformance;

/** What can be said of databases, and of the clients that use them. */
public final class DatabaseMembers {
    private static final String NO_REPLICAS = "nodes share one store, and nothing is replicated";
    private static final String A_LIST = "load documents by their ids, or list them by a prefix";
    private static final String NOTHING_ELSEWHERE =
            "nothing is copied to other systems; read it from here with a client";
    private static final String SERVER_STATE = "it is what a server says of itself";
    private static final String NO_INDEXES = "indexes are put by requests of their own";
    private static final String NO_SEARCH = "nothing is searched";

    /** The description that a database is created with. */
    public static final Members RECORD = Members.body("a database record")
            .done("DatabaseName")
            .ignored("it describes the nodes that there are; others are refused", "Topology")
            .ignored("such settings tune what is not here; others are refused", "Settings")
            .ignored(
                    SERVER_STATE,
                    "DatabaseState",
                    "Etag",
                    "EtagForBackup",
                    "DeletionInProgress",
                    "TruncatedClusterTransactionCommandsCount",
                    "TruncatedClusterTransactionCommand",
                    "TruncatedClusterTransactionIndex",
                    "UnusedDatabaseIds",
                    "SupportedFeatures")
            .ignored(NO_INDEXES, "IndexesHistory", "RollingIndexes")
            .ignored("nodes share one store, so nothing conflicts", "ConflictSolverConfig", "RevisionsForConflicts")
            .ignored("there is no Studio", "Studio")
            .refused("documents would lie in clear; encrypt the disk below the data directory", "Encrypted")
            .refused("delete the database, or stop its clients", "Disabled")
            .refused("no database is locked against deletion; keep others from the server's port", "LockMode")
            .refused("a database is not divided; run a server for each shard", "Sharding")
            .refused("no former versions are kept; store a copy under an id of its own", "Revisions", "RevisionsBin")
            .refused("documents stay until they are deleted; delete them when they are due", "Expiration")
            .refused("documents are not touched by themselves; store them again when they are due", "Refresh")
            .refused("documents are not archived; move them to another collection", "DataArchival")
            .refused(
                    "documents are stored as they are sent; choose a file system that compresses",
                    "DocumentsCompression")
            .refused(
                    "documents are stored as they are sent; choose a file system that compresses",
                    "DocumentCompression")
            .refused(NO_INDEXES, "Indexes")
            .refused(NO_SEARCH + "; " + A_LIST, "AutoIndexes", "Sorters", "Analyzers")
            .refused("there are no time series; store values in documents", "TimeSeries")
            .refused(
                    "documents are not checked against a schema; check them before they are stored", "SchemaValidation")
            .refused("use `serve --backup-to` as docs/operating.md says", "PeriodicBackups")
            .refused(NO_REPLICAS, "ExternalReplications")
            .refused(NO_REPLICAS, "SinkPullReplications", "HubPullReplications")
            .refused(
                    NOTHING_ELSEWHERE,
                    "Integrations",
                    "RavenConnectionStrings",
                    "SqlConnectionStrings",
                    "OlapConnectionStrings",
                    "ElasticSearchConnectionStrings",
                    "QueueConnectionStrings",
                    "SnowflakeConnectionStrings",
                    "AiConnectionStrings",
                    "RavenEtls",
                    "SqlEtls",
                    "OlapEtls",
                    "ElasticSearchEtls",
                    "QueueEtls",
                    "SnowflakeEtls",
                    "EmbeddingsGenerations",
                    "GenAis")
            .refused("nothing is fetched from other systems; store it here with a client", "QueueSinks", "CdcSinks")
            .refused("there are no agents; ask a model from the application", "AiAgents")
            .refused("there are no attachments; keep files in a store of their own", "RemoteAttachments")
            .refused("set it by PUT …/admin/configuration/client when the database is there", "Client")
            .end();

    /** The query of the request that creates a database. */
    public static final Members CREATION = Members.query("a creation")
            .done("name", "replicationFactor")
            .ignored("a database that is there is refused by its name", "raft-request-id")
            .end();

    /** The request that deletes databases. */
    public static final Members DELETION = Members.body("a deletion")
            .done("DatabaseNames", "HardDelete", "FromNodes")
            .ignored("it is done when it is answered", "TimeToWaitForConfirmation")
            .end();

    /** What clients are told to do. */
    public static final Members CLIENT_CONFIGURATION = Members.body("a client configuration")
            .done("Disabled", "IdentityPartsSeparator")
            .done("MaxNumberOfRequestsPerSession", "ReadBalanceBehavior")
            .done("LoadBalanceBehavior", "LoadBalancerContextSeed")
            .ignored("the server numbers configurations itself", "Etag")
            .end();

    private DatabaseMembers() {}
}
