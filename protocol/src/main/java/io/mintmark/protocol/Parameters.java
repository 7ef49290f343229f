package io.mintmark.protocol;

/** Names of query parameters that clients and the server must spell alike. */
public final class Parameters {
    /** {@code hilo/*}: the prefix of the ids to number. */
    public static final String TAG = "tag";
    /** {@code hilo/next}: the size of the range that the client used last. */
    public static final String LAST_BATCH_SIZE = "lastBatchSize";
    /** {@code hilo/next}: when the client got that range, by the server's clock. */
    public static final String LAST_RANGE_AT = "lastRangeAt";
    /** {@code hilo/next}: the highest number that the client ever got. */
    public static final String LAST_MAX = "lastMax";
    /** {@code hilo/next}: the separator that the client puts between the parts of an id. */
    public static final String IDENTITY_PARTS_SEPARATOR = "identityPartsSeparator";
    /** {@code hilo/return}: the last number of the range. */
    public static final String END = "end";
    /** {@code hilo/return}: the last number issued. */
    public static final String LAST = "last";
    /** {@code hilo/return}: the token of the lease, from {@link Headers#LEASE}. Ours. */
    public static final String LEASE = "lease";
    /** Databases, identities and indexes: the name. */
    public static final String NAME = "name";
    /** Topology: any text that tells one application from another, so that each has its own first node. */
    public static final String APPLICATION = "applicationIdentifier";
    /** {@code identity/seed}: the number to count as taken. */
    public static final String VALUE = "value";
    /** {@code identity/seed}: accept a lower value, too. */
    public static final String FORCE = "force";
    /** Distinguishes a repeated request from a new one. */
    public static final String RAFT_REQUEST_ID = "raft-request-id";
    /** Documents: the id, once for each. Operations: the number. */
    public static final String ID = "id";
    /** Documents: the path of a member that holds ids of further documents. */
    public static final String INCLUDE = "include";
    /** Documents: only their metadata. */
    public static final String METADATA_ONLY = "metadataOnly";
    /** Documents: the prefix of their ids. */
    public static final String STARTS_WITH = "startsWith";
    /** Documents: patterns for the rest of the id. */
    public static final String MATCHES = "matches";
    /** Documents: patterns that the rest of the id must not match. */
    public static final String EXCLUDE = "exclude";
    /** Documents: the id after which to start. */
    public static final String START_AFTER = "startAfter";
    /** Documents: the etag from which to start. */
    public static final String ETAG = "etag";
    /** Lists: the number of entries to skip. */
    public static final String START = "start";
    /** Lists: the largest number of entries to return. */
    public static final String PAGE_SIZE = "pageSize";
    /** {@code bulk_insert}: leave a document alone that is stored already as it was sent. */
    public static final String SKIP_OVERWRITE_IF_UNCHANGED = "skipOverwriteIfUnchanged";
    /** {@code bulk_docs}: the number of other nodes that must have the batch before the reply, or {@code majority}. */
    public static final String REPLICAS = "numberOfReplicasToWaitFor";
    /** {@code bulk_docs}: how long to wait for them. */
    public static final String REPLICAS_TIMEOUT = "waitForReplicasTimeout";
    /** {@code bulk_docs}: whether a timeout of that wait is an error; default true. */
    public static final String REPLICAS_THROW = "throwOnTimeoutInWaitForReplicas";
    /** {@code bulk_docs}: how long to wait until indexes have followed the batch. */
    public static final String INDEXES_TIMEOUT = "waitForIndexesTimeout";
    /** {@code bulk_docs}: whether a timeout of that wait is an error; default true. */
    public static final String INDEXES_THROW = "waitForIndexThrow";
    /** {@code bulk_docs}: an index to wait for, once for each; default: all. */
    public static final String INDEX = "waitForSpecificIndex";
    /** Databases and indexes: names instead of descriptions. */
    public static final String NAMES_ONLY = "namesOnly";

    private Parameters() {}
}
