package io.mintmark.protocol;

/**
 * The paths of the server; {@code {db}} stands for a database's name.
 *
 * <p>Literal parts compare without case, as in RavenDB.
 */
public final class Routes {
    /** Leads browsers to the Studio. */
    public static final String FRONT_PAGE = "/";
    /** The documentation, without the end of its address. Ours. */
    public static final String DOCUMENTATION = "/docs";
    /** The page that leads to all of the documentation. Ours. */
    public static final String DOCUMENTATION_INDEX = "/docs/";
    /** A page of the documentation. Ours. */
    public static final String DOCUMENTATION_PAGE = "/docs/{page}";
    /** A page or a picture in a folder of the documentation. Ours. */
    public static final String DOCUMENTATION_PAGE_BELOW = "/docs/{folder}/{page}";
    /** The Studio: pages for browsers. Ours. */
    public static final String STUDIO = "/studio/";
    /** What its pages are made of. Ours. */
    public static final String STUDIO_FILE = "/studio/{file}";
    /** The session of a browser: sign in, sign out. Ours. */
    public static final String SESSION = "/session";
    /** The nodes of a database. */
    public static final String TOPOLOGY = "/topology";
    /** The nodes of the cluster. */
    public static final String CLUSTER_TOPOLOGY = "/cluster/topology";
    /** A description of this node. */
    public static final String NODE_INFO = "/cluster/node-info";
    /**
     * The address for binary connections, of which there is none; clients ask it to learn whether the server is well.
     */
    public static final String TCP_INFO = "/info/tcp";
    /** The version of this node. */
    public static final String BUILD_VERSION = "/build/version";
    /** The databases, by name. */
    public static final String DATABASES = "/databases";
    /** A database's description: create, read, delete. */
    public static final String ADMIN_DATABASES = "/admin/databases";
    /** The client configuration of the whole server, as clients read it. */
    public static final String SERVER_CLIENT_CONFIGURATION = "/configuration/client";
    /** The client configuration of the whole server, as it is set. */
    public static final String ADMIN_CLIENT_CONFIGURATION = "/admin/configuration/client";
    /** Everybody whom the server knows: list, add, remove. Ours. */
    public static final String ADMIN_ACCESS = "/admin/access";
    /** Another credential for somebody who is known. Ours. */
    public static final String ADMIN_ACCESS_ROTATE = "/admin/access/rotate";
    /** A backup of everything, made while it is read. Ours. */
    public static final String ADMIN_BACKUP = "/admin/mintmark/backup";
    /** Those of them who are known by a certificate. */
    public static final String ADMIN_CERTIFICATES = "/admin/certificates";
    /** What the caller of a request may do. */
    public static final String WHO_AM_I = "/certificates/whoami";
    /** Measurements in the text form of Prometheus. */
    public static final String METRICS = "/metrics";
    /** Whether the server answers at all. */
    public static final String HEALTH = "/healthcheck";

    /** Commands that take effect together. */
    public static final String BULK_DOCS = "/databases/{db}/bulk_docs";
    /** Documents to store, as an array that is used while it arrives. */
    public static final String BULK_INSERT = "/databases/{db}/bulk_insert";
    /** Operations: work that lasts longer than a request, under way or ended lately. */
    public static final String OPERATIONS = "/databases/{db}/operations";
    /** A number for the next operation. */
    public static final String OPERATION_NEXT_ID = "/databases/{db}/operations/next-operation-id";
    /** The state of an operation. */
    public static final String OPERATION_STATE = "/databases/{db}/operations/state";
    /** The early end of an operation. */
    public static final String OPERATION_KILL = "/databases/{db}/operations/kill";
    /** Documents, by id, prefix or etag. */
    public static final String DOCS = "/databases/{db}/docs";
    /** Changes of the database, told over a WebSocket. */
    public static final String CHANGES = "/databases/{db}/changes";
    /** Several requests to the database in one, as lazy operations send them. */
    public static final String MULTI_GET = "/databases/{db}/multi_get";
    /** The next range of a HiLo counter. */
    public static final String HILO_NEXT = "/databases/{db}/hilo/next";
    /** The unused tail of a range, given back. */
    public static final String HILO_RETURN = "/databases/{db}/hilo/return";
    /** The next number of an identity. */
    public static final String IDENTITY_NEXT = "/databases/{db}/identity/next";
    /** A new start for an identity. */
    public static final String IDENTITY_SEED = "/databases/{db}/identity/seed";
    /** All identities. */
    public static final String IDENTITIES = "/databases/{db}/debug/identities";
    /** The client configuration in force for a database. */
    public static final String CLIENT_CONFIGURATION = "/databases/{db}/configuration/client";
    /** The client configuration of one database, to be set. */
    public static final String DATABASE_CLIENT_CONFIGURATION = "/databases/{db}/admin/configuration/client";
    /** Indexes: put, read, delete, begin anew. */
    public static final String INDEXES = "/databases/{db}/indexes";
    /** Indexes that administrators put. */
    public static final String ADMIN_INDEXES = "/databases/{db}/admin/indexes";
    /** The state of indexes. */
    public static final String INDEX_STATS = "/databases/{db}/indexes/stats";
    /** What indexes could not evaluate. */
    public static final String INDEX_ERRORS = "/databases/{db}/indexes/errors";
    /** Whether an index is behind its documents. */
    public static final String INDEX_STALENESS = "/databases/{db}/indexes/staleness";
    /** Which indexes run, and which rest. */
    public static final String INDEX_STATUS = "/databases/{db}/indexes/status";
    /** Whether a definition is another one than that of the index. */
    public static final String INDEX_HAS_CHANGED = "/databases/{db}/indexes/has-changed";
    /** How much of the machine indexes take. */
    public static final String INDEX_PRIORITY = "/databases/{db}/indexes/set-priority";
    /** Makes indexes go on. */
    public static final String INDEX_START = "/databases/{db}/admin/indexes/start";
    /** Makes indexes rest. */
    public static final String INDEX_STOP = "/databases/{db}/admin/indexes/stop";
    /** Counts and sizes. */
    public static final String STATS = "/databases/{db}/stats";
    /** Counts and sizes, with those of everything that is not a document. */
    public static final String STATS_DETAILED = "/databases/{db}/stats/detailed";
    /** How many documents lie in which bucket. Ours. */
    public static final String BUCKETS = "/databases/{db}/debug/buckets";
    /** The number of documents in each collection. */
    public static final String COLLECTION_STATS = "/databases/{db}/collections/stats";
    /** The same, with the size of each. */
    public static final String COLLECTION_STATS_DETAILED = "/databases/{db}/collections/stats/detailed";
    /** Whether the database takes reads and writes. */
    public static final String DATABASE_HEALTH = "/databases/{db}/healthcheck";

    private Routes() {}
}
