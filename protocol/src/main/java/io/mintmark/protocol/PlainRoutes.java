package io.mintmark.protocol;

/**
 * The paths of the plain HTTP API, which needs no word of RavenDB's; {@code {db}} stands for a database's name.
 *
 * <p>Literal parts compare without case, as in {@link Routes}.
 */
public final class PlainRoutes {
    /** What every path of it begins with. */
    public static final String PREFIX = "/v1/";
    /** The description of all of them, in OpenAPI. */
    public static final String OPENAPI = "/openapi.json";
    /** What an operator wants to know of the server at a glance. */
    public static final String SERVER = "/v1/server";
    /** The audit log of the node: who changed what. */
    public static final String AUDIT = "/v1/server/audit";
    /** The databases, by name. */
    public static final String DATABASES = "/v1/databases";
    /** One database: create, look, delete. */
    public static final String DATABASE = "/v1/databases/{db}";
    /** The counters of a database, by name. */
    public static final String COUNTERS = "/v1/{db}/counters";
    /** One counter. */
    public static final String COUNTER = "/v1/{db}/counters/{counter}";
    /** The next numbers of a counter, as finished ids. */
    public static final String COUNTER_NEXT = "/v1/{db}/counters/{counter}/next";
    /** The next range of a counter. */
    public static final String RANGES = "/v1/{db}/counters/{counter}/ranges";
    /** The ranges that were reserved of a counter, the latest first. */
    public static final String LEASES = "/v1/{db}/counters/{counter}/leases";
    /** One of these ranges, whose unused numbers are given back. */
    public static final String LEASE = "/v1/{db}/counters/{counter}/leases/{lease}";
    /** One number of a counter, and who holds it. */
    public static final String NUMBER = "/v1/{db}/counters/{counter}/numbers/{number}";
    /** A higher start for a counter. */
    public static final String COUNTER_RAISE = "/v1/{db}/counters/{counter}/raise";
    /** The identities of a database, by name. */
    public static final String IDENTITIES = "/v1/{db}/identities";
    /** The documents of a database that are on the machine of the node alone. */
    public static final String JOURNAL = "/v1/{db}/journal";
    /** The next number of an identity. */
    public static final String IDENTITY_NEXT = "/v1/{db}/identities/{identity}/next";
    /** A higher start for an identity. */
    public static final String IDENTITY_RAISE = "/v1/{db}/identities/{identity}/raise";

    private PlainRoutes() {}
}
