package io.mintmark.lab.bench.generators;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every generator that can be measured, by name. */
public final class Catalogue {
    /** The limit: what one atomic addition costs. */
    public static final String ATOMIC_LONG = "atomic-long";

    /** The peer to beat. */
    public static final String COSID_CHAIN = "cosid-chain";

    /** The peer to beat where ids are in the order of time. */
    public static final String COSID_SNOWFLAKE = "cosid-snowflake";

    /** The peer to beat where ids are texts. */
    public static final String RAVENDB_ID = "ravendb-id";

    /** The peer to beat where ids are UUIDs. */
    public static final String UUID_V7_FAST = "uuid-v7-fast";

    /** The peer to beat where numbers are permuted. */
    public static final String FF1 = "ff1";

    /** Generators that fetch ranges, and the limit that fetches none, for the refill run. */
    private static final Set<String> PEERS_WITH_REFILL = Set.of(ATOMIC_LONG, "cosid-segment", COSID_CHAIN);

    /** Generators of numbers beside which the time-ordered ones are measured. */
    private static final Set<String> TIME_ORDERED = Set.of(ATOMIC_LONG, "tsid");

    private static final Map<String, Entry> BY_NAME = Stream.of(
                    numbers(), TimeGenerators.entries(), documentIds(), uuids(), permutations())
            .flatMap(List::stream)
            .collect(Collectors.toMap(Entry::name, Function.identity(), (one, again) -> one));

    private Catalogue() {}

    /** Generators of numbers, limits first, ours last. */
    public static List<Entry> numbers() {
        return Stream.of(
                        Limits.entries(),
                        CosIdGenerators.entries(),
                        HibernateGenerators.entries(),
                        RavenDbGenerators.numbers(),
                        OtherGenerators.numbers(),
                        OurGenerators.numbers())
                .flatMap(List::stream)
                .toList();
    }

    /** Generators of time-ordered ids, the limit first, ours last. */
    public static List<Entry> timeOrdered() {
        Stream<Entry> others = numbers().stream().filter(entry -> TIME_ORDERED.contains(entry.name()));
        return Stream.concat(others, TimeGenerators.entries().stream()).toList();
    }

    /** Generators of document ids, ours last. */
    public static List<Entry> documentIds() {
        return Stream.of(OtherGenerators.documentIds(), RavenDbGenerators.documentIds(), OurGenerators.documentIds())
                .flatMap(List::stream)
                .toList();
    }

    /** Generators of UUIDs and ULIDs after the limit, ours last. */
    public static List<Entry> uuids() {
        return Stream.of(limit(), UuidGenerators.peers(), UuidGenerators.ours())
                .flatMap(List::stream)
                .toList();
    }

    /** Permutations after the limit, ours last. */
    public static List<Entry> permutations() {
        return Stream.of(limit(), Permutations.entries()).flatMap(List::stream).toList();
    }

    private static List<Entry> limit() {
        return Limits.entries().stream()
                .filter(entry -> entry.name().equals(ATOMIC_LONG))
                .toList();
    }

    /** Generators of the refill run, the limit first, ours last; of ours those that promise it: strict ones. */
    public static List<Entry> withRefill() {
        Stream<Entry> peers = numbers().stream().filter(entry -> PEERS_WITH_REFILL.contains(entry.name()));
        Stream<Entry> ours = OurGenerators.numbers().stream().filter(entry -> entry.order() == Order.STRICT);
        return Stream.concat(peers, ours).toList();
    }

    /** Returns the generator of that name; throws {@link IllegalArgumentException} naming all if there is none. */
    public static Entry byName(String name) {
        Entry entry = BY_NAME.get(name);
        if (entry == null) {
            throw new IllegalArgumentException("no generator is called '" + name + "'; there are " + BY_NAME.keySet());
        }
        return entry;
    }
}
