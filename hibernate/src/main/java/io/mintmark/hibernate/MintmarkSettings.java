package io.mintmark.hibernate;

/**
 * The names of the settings that a persistence unit may have, beside Hibernate's own in {@code persistence.xml} or a
 * map.
 *
 * <p>A name that begins with {@value #PREFIX} and is none of these is refused, and so is a value that cannot be read.
 * Values may be texts or objects of the type named.
 */
public final class MintmarkSettings {
    /** The beginning of each name. */
    public static final String PREFIX = "mintmark.hibernate.";

    /**
     * Essential: where counters live, a {@link CounterSources} or the name of a class with a public constructor without
     * parameters. Without it they are rows of Mintmark's own table in the unit's database, which needs
     * {@code mintmark-jdbc} on the class path.
     */
    public static final String SOURCES = PREFIX + "sources";

    /** Frequent: the node tag of String ids whose source names none, 1 to 4 letters; default none. */
    public static final String NODE_TAG = PREFIX + "node-tag";

    /**
     * Frequent: a {@link CounterGenerators} that lends generators; all other settings but the node tag are then its
     * own.
     */
    public static final String GENERATORS = PREFIX + "generators";

    /**
     * Frequent: the schema of Mintmark's own table, a database's name on MariaDB and MySQL, as its owner wrote it;
     * default the unit's default schema and catalog, and without these the connections' own. Refused beside
     * {@link #SOURCES}.
     */
    public static final String SCHEMA = PREFIX + "schema";

    /**
     * Rare: a {@link CounterGenerators} of the application around the unit, set by the Spring Boot starter. It lends
     * generators unless the unit sets {@link #SOURCES}; otherwise only {@link #NODE_TAG} may be beside it.
     */
    public static final String DEFAULT_GENERATORS = PREFIX + "default-generators";

    /**
     * Frequent: the generators of Hibernate's to take over, {@code all} or the names of entities, generators or
     * sequences with commas between them; default none. Needs {@code mintmark-jdbc} on the class path.
     */
    public static final String TAKEOVER = PREFIX + "takeover";

    /**
     * Rare: when counters are looked at, {@code start} or {@code first-id}; default {@code start}, unless Hibernate may
     * not connect then. A database that cannot be reached at the start is asked with the first id.
     */
    public static final String LOOK = PREFIX + "look";

    /**
     * Rare: how long nobody draws from a tenant's counter before its state is let go and unused numbers go back, a
     * {@link java.time.Duration} or its text; default {@code PT1M}. Refused unless the unit chooses its connections by
     * tenant and tenants have counters of their own.
     */
    public static final String TENANT_IDLE = PREFIX + "tenant-idle";

    /**
     * Rare: about how many states there are at once, one for each counter of each tenant, at least 1; above it those go
     * first that were used longest ago. Default 10,000. Refused where {@link #TENANT_IDLE} is.
     */
    public static final String TENANTS_MAX = PREFIX + "tenants-max";

    /** Rare: how many numbers to reserve first; default as {@link io.mintmark.hilo.HiLoBuilder#rangeSize}. */
    public static final String RANGE_SIZE = PREFIX + "range-size";

    /** Rare: the most numbers to reserve at once; default as {@link io.mintmark.hilo.HiLoBuilder#rangeSizeMax}. */
    public static final String RANGE_SIZE_MAX = PREFIX + "range-size-max";

    /**
     * Rare: how long an insert waits for a range, a {@link java.time.Duration} or its text such as {@code PT10S};
     * default as {@link io.mintmark.hilo.HiLoBuilder#deadline}.
     */
    public static final String DEADLINE = PREFIX + "deadline";

    /** Rare: {@code true} ends numbers at 2^53-1, the last that JavaScript reads exactly; default {@code false}. */
    public static final String JS_SAFE = PREFIX + "js-safe";

    /** Rare: a {@link io.mintmark.range.RangeListener} that hears what happens to all ranges; default none. */
    public static final String LISTENER = PREFIX + "listener";

    private MintmarkSettings() {}
}
