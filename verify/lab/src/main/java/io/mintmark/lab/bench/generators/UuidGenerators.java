package io.mintmark.lab.bench.generators;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import io.mintmark.uuid.SteppedUuidV7;
import io.mintmark.uuid.UlidGenerator;
import io.mintmark.uuid.UuidV4;
import io.mintmark.uuid.UuidV7;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Generators of UUIDs and ULIDs, as a user gets them by default; every row makes the object. */
final class UuidGenerators {
    private UuidGenerators() {}

    /** Those that stand in the table of numbers too. */
    static List<Entry> peersAmongNumbers() {
        return List.of(
                entry("uuid-v7", "uuid-creator, UUID v7", Order.TIME, () -> UuidCreator::getTimeOrderedEpoch),
                entry(
                        "uuid-v7-fast",
                        "uuid-creator, UUID v7 fast",
                        Order.TIME,
                        () -> UuidCreator::getTimeOrderedEpochFast),
                entry("uuid-random", "UUID.randomUUID", Order.NONE, () -> UUID::randomUUID));
    }

    static List<Entry> peers() {
        List<Entry> more = List.of(
                entry(
                        "uuid-v7-plus-1",
                        "uuid-creator, UUID v7 plus 1",
                        Order.TIME,
                        () -> UuidCreator::getTimeOrderedEpochPlus1),
                entry("jug-v7", "java-uuid-generator, UUID v7", Order.TIME, UuidGenerators::jug),
                entry(
                        "ulid-monotonic",
                        "ulid-creator, monotonic ULID",
                        Order.TIME,
                        () -> UlidCreator::getMonotonicUlid));
        return Stream.concat(peersAmongNumbers().stream(), more.stream()).toList();
    }

    static List<Entry> ours() {
        return List.of(
                entry("our-uuid-v7", "**Mintmark UUID v7**", Order.TIME, () -> UuidV7.create()::next),
                entry(
                        "our-uuid-v7-fraction",
                        "**Mintmark UUID v7, sub-millisecond**",
                        Order.TIME,
                        () -> UuidV7.subMillisecond()::next),
                entry(
                        "our-uuid-v7-step",
                        "**Mintmark UUID v7, random steps**",
                        Order.TIME,
                        () -> SteppedUuidV7.create()::next),
                entry("our-uuid-v4", "**Mintmark UUID v4**", Order.NONE, () -> UuidV4.create()::next),
                entry("our-ulid", "**Mintmark monotonic ULID**", Order.TIME, () -> UlidGenerator.create()::next));
    }

    private static Supplier<?> jug() {
        TimeBasedEpochGenerator generator = Generators.timeBasedEpochGenerator();
        return generator::generate;
    }

    /** One generator for all threads of a subject; each thread keeps its latest id. */
    private static Entry entry(String name, String title, Order order, Supplier<Supplier<?>> generators) {
        return new Entry(name, title, order, counter -> {
            Supplier<?> generator = generators.get();
            return () -> new KeptId(generator);
        });
    }
}
