package io.mintmark.protocol;

/** Names of the header fields that clients and the server exchange beyond those of HTTP. */
public final class Headers {
    /** Reply: the server's protocol version. */
    public static final String SERVER_VERSION = "Raven-Server-Version";
    /** Request: the version of the client library. */
    public static final String CLIENT_VERSION = "Raven-Client-Version";
    /** Request to a database: the number of the client's topology of it. */
    public static final String TOPOLOGY_ETAG = "Topology-Etag";
    /** Request to the server itself: the number of the client's topology of the cluster. */
    public static final String CLUSTER_TOPOLOGY_ETAG = "Cluster-Topology-Etag";
    /** Request: the number of the client's configuration. */
    public static final String CLIENT_CONFIGURATION_ETAG = "Client-Configuration-Etag";
    /** Reply: {@code true} asks the client to fetch the topology again. */
    public static final String REFRESH_TOPOLOGY = "Refresh-Topology";
    /** Reply: {@code true} asks the client to fetch its configuration again. */
    public static final String REFRESH_CLIENT_CONFIGURATION = "Refresh-Client-Configuration";
    /** Reply: names the database that does not exist. */
    public static final String DATABASE_MISSING = "Database-Missing";
    /**
     * Reply to {@code hilo/next}: the token of the lease, {@code ID.INCARNATION.SERIAL}: the database's random id, how
     * often it was restored or raised, and the lease's number. Ours; RavenDB's clients ignore it.
     */
    public static final String LEASE = "Mintmark-Lease";
    /**
     * Request that writes documents: the lives of the database whose ranges made their ids, {@code ID.INCARNATION}
     * each, separated by commas. A database of another ID refuses the request with {@link ErrorType#ANOTHER_LIFE}.
     * Reply to {@code next-operation-id}: the life that a bulk insert would write to. Ours; RavenDB's clients neither
     * send nor read it.
     */
    public static final String LIFE = "Mintmark-Life";
    /** Reply with a backup: about how many bytes it will have. Ours. */
    public static final String BACKUP_BYTES = "Mintmark-Backup-Bytes";
    /** Reply to {@code hilo/return}: its result, {@link #ACCEPTED} or another word. Ours. */
    public static final String RETURN = "Mintmark-Return";
    /** The value of {@link #RETURN} of a return that lowered or closed its counter's latest lease. */
    public static final String ACCEPTED = "accepted";
    /**
     * Reply to a request that stored documents: {@link #ON_THIS_MACHINE} where the store behind the node is not there
     * for it, so that they are on the node's own disk until it is. Ours.
     */
    public static final String STORED = "Mintmark-Stored";
    /** The value of {@link #STORED}. */
    public static final String ON_THIS_MACHINE = "on this machine";

    /** Request of the plain API: whoever sends it again gets the first answer again (a draft of the IETF). */
    public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private Headers() {}
}
