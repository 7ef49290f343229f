package io.mintmark.hibernate;

import io.mintmark.document.NodeTag;
import io.mintmark.hibernate.takeover.Names;
import io.mintmark.hilo.HiLoBuilder;
import io.mintmark.range.RangeListener;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hibernate.cfg.JdbcSettings;

/**
 * The settings of a persistence unit, read and checked once; {@link MintmarkSettings} says what each means.
 *
 * <p>What a unit does not set has the default of {@link HiLoBuilder}, which alone knows it.
 *
 * @param sourcesAreOurs whether they were made here, from the name of a class
 * @param schema where our own table is; empty for the unit's default
 * @param nodeTag a node tag, or empty for none
 * @param takeover which generators of Hibernate's are taken over
 * @param looksAtStart whether counters are looked at when the unit starts, or with the first id
 * @param tenantIdle how long nobody draws from a tenant's counter before its state is let go
 * @param tenantsMax about how many states of tenants there are at once
 */
record UnitSettings(
        Optional<CounterSources> sources,
        boolean sourcesAreOurs,
        Optional<CounterGenerators> lent,
        Optional<String> schema,
        String nodeTag,
        Optional<Names> takeover,
        boolean looksAtStart,
        Optional<Duration> tenantIdle,
        Optional<Integer> tenantsMax,
        Optional<Long> rangeSize,
        Optional<Long> rangeSizeMax,
        Optional<Duration> deadline,
        boolean jsSafe,
        RangeListener listener) {
    private static final Set<String> KNOWN = Set.of(
            MintmarkSettings.SOURCES,
            MintmarkSettings.GENERATORS,
            MintmarkSettings.DEFAULT_GENERATORS,
            MintmarkSettings.NODE_TAG,
            MintmarkSettings.SCHEMA,
            MintmarkSettings.TAKEOVER,
            MintmarkSettings.LOOK,
            MintmarkSettings.TENANT_IDLE,
            MintmarkSettings.TENANTS_MAX,
            MintmarkSettings.RANGE_SIZE,
            MintmarkSettings.RANGE_SIZE_MAX,
            MintmarkSettings.DEADLINE,
            MintmarkSettings.JS_SAFE,
            MintmarkSettings.LISTENER);

    private static final Set<String> BESIDE_LENT = Set.of(
            MintmarkSettings.GENERATORS,
            MintmarkSettings.NODE_TAG,
            MintmarkSettings.TAKEOVER,
            MintmarkSettings.LOOK,
            MintmarkSettings.TENANT_IDLE,
            MintmarkSettings.TENANTS_MAX);

    private static final Set<String> BESIDE_DEFAULT = Set.of(
            MintmarkSettings.DEFAULT_GENERATORS,
            MintmarkSettings.NODE_TAG,
            MintmarkSettings.TAKEOVER,
            MintmarkSettings.LOOK,
            MintmarkSettings.TENANT_IDLE,
            MintmarkSettings.TENANTS_MAX);

    /** Named by text: Hibernate still reads it, and tells in its log that it is old. */
    private static final String OLD_ALLOW_METADATA = "hibernate.temp.use_jdbc_metadata_defaults";

    /** Hibernate 7 has words beside true and false. */
    private static final Set<String> ALLOWING = Set.of("true", "allow", "require");

    private static final String NAMESPACE = "mintmark.";

    /** Reads what begins with our prefix; throws {@link MintmarkMappingException} if a name or a value is wrong. */
    static UnitSettings of(Map<String, Object> all) {
        refuseUnknown(all);
        SettingValues values = new SettingValues(all);
        Optional<CounterGenerators> lent = values.object(
                drawsByDefault(all) ? MintmarkSettings.DEFAULT_GENERATORS : MintmarkSettings.GENERATORS,
                CounterGenerators.class);
        return new UnitSettings(
                values.object(MintmarkSettings.SOURCES, CounterSources.class),
                !values.isObject(MintmarkSettings.SOURCES, CounterSources.class),
                lent,
                values.read(MintmarkSettings.SCHEMA, UnitSettings::given),
                values.read(MintmarkSettings.NODE_TAG, text -> NodeTag.of(text).text())
                        .orElseGet(() -> lent.map(CounterGenerators::nodeTag).orElse("")),
                values.read(MintmarkSettings.TAKEOVER, Names::of),
                values.read(MintmarkSettings.LOOK, UnitSettings::isStart).orElse(true) && mayConnectAtStart(all),
                values.read(MintmarkSettings.TENANT_IDLE, UnitSettings::positive),
                values.read(MintmarkSettings.TENANTS_MAX, UnitSettings::count),
                values.read(MintmarkSettings.RANGE_SIZE, UnitSettings::size),
                values.read(MintmarkSettings.RANGE_SIZE_MAX, UnitSettings::size),
                values.read(MintmarkSettings.DEADLINE, UnitSettings::positive),
                values.read(MintmarkSettings.JS_SAFE, UnitSettings::truth).orElse(false),
                values.object(MintmarkSettings.LISTENER, RangeListener.class).orElse(RangeListener.NONE));
    }

    /**
     * Returns whether a unit may take a connection while it starts, read as Hibernate reads it, which then takes none,
     * either.
     */
    static boolean mayConnectAtStart(Map<String, Object> all) {
        Object may = all.getOrDefault(JdbcSettings.ALLOW_METADATA_ON_BOOT, all.get(OLD_ALLOW_METADATA));
        return may == null || ALLOWING.contains(may.toString().toLowerCase(Locale.ROOT));
    }

    /** Returns whether the unit draws from the application around it, because it has no counters of its own. */
    private static boolean drawsByDefault(Map<String, Object> all) {
        return all.containsKey(MintmarkSettings.DEFAULT_GENERATORS) && !all.containsKey(MintmarkSettings.SOURCES);
    }

    private static void refuseUnknown(Map<String, Object> all) {
        boolean byDefault = drawsByDefault(all);
        boolean lent = all.containsKey(MintmarkSettings.GENERATORS);
        all.keySet().stream().filter(UnitSettings::isOurs).forEach(name -> refuseUnknown(name, byDefault, lent));
        if ((lent || byDefault)
                && all.containsKey(MintmarkSettings.LOOK)
                && !all.containsKey(MintmarkSettings.TAKEOVER)) {
            throw new MintmarkMappingException("generators that are lent were looked at by their owner: "
                    + MintmarkSettings.LOOK + " stands without " + MintmarkSettings.TAKEOVER + "; take it away");
        }
        if (all.containsKey(MintmarkSettings.SOURCES) && all.containsKey(MintmarkSettings.SCHEMA)) {
            throw new MintmarkMappingException(
                    "only Mintmark's own table is in the schema of " + MintmarkSettings.SCHEMA + ": it stands beside "
                            + MintmarkSettings.SOURCES + "; take one of them away");
        }
    }

    private static void refuseUnknown(String name, boolean byDefault, boolean lent) {
        if (!KNOWN.contains(name)) {
            throw new MintmarkMappingException("a setting that begins with " + NAMESPACE + " must be one of "
                    + KNOWN.stream().sorted().toList() + ": " + name
                    + "; mend its name or take it away");
        }
        if (byDefault && !BESIDE_DEFAULT.contains(name)) {
            throw new MintmarkMappingException(
                    "a unit that draws from the application's counters has no settings of its own for them: " + name
                            + "; set " + name.replace(MintmarkSettings.PREFIX, NAMESPACE)
                            + " of the application if there is one, or say by " + MintmarkSettings.SOURCES
                            + " that this unit has counters of its own");
        }
        if (lent && !BESIDE_LENT.contains(name)) {
            throw new MintmarkMappingException("generators that are lent have settings of their own: " + name
                    + " stands beside " + MintmarkSettings.GENERATORS + "; take one of them away");
        }
    }

    /** Throws {@link MintmarkMappingException} if a setting of tenants is there, without an effect {@code because}. */
    void refuseTenants(String because) {
        if (tenantIdle.isPresent() || tenantsMax.isPresent()) {
            String name = tenantIdle.isPresent() ? MintmarkSettings.TENANT_IDLE : MintmarkSettings.TENANTS_MAX;
            throw new MintmarkMappingException(
                    "a setting must have an effect: " + name + " has none, since " + because + "; take it away");
        }
    }

    /** A unit's settings include the JVM's system properties, where other programs of ours have names, too. */
    private static boolean isOurs(String name) {
        return name.startsWith(MintmarkSettings.PREFIX)
                || (name.startsWith(NAMESPACE) && System.getProperty(name) == null);
    }

    private static String given(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the name of a schema");
        }
        return text;
    }

    private static Boolean isStart(String text) {
        if (!text.equals("start") && !text.equals("first-id")) {
            throw new IllegalArgumentException("start or first-id");
        }
        return text.equals("start");
    }

    private static Long size(String text) {
        long size = Long.parseLong(text);
        if (size < 1 || size > HiLoBuilder.RANGE_SIZE_MAX) {
            throw new IllegalArgumentException("1 to " + HiLoBuilder.RANGE_SIZE_MAX + " numbers");
        }
        return size;
    }

    private static Integer count(String text) {
        int count = Integer.parseInt(text);
        if (count < 1) {
            throw new IllegalArgumentException("1 or more");
        }
        return count;
    }

    private static Duration positive(String text) {
        Duration duration = Duration.parse(text);
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("a duration above zero, such as PT10S");
        }
        return duration;
    }

    private static Boolean truth(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("true or false");
        }
        return text.equals("true");
    }
}
