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
                entry("uuid-v7", () -> UuidCreator::getTimeOrderedEpoch),
                entry("uuid-v7-fast", () -> UuidCreator::getTimeOrderedEpochFast),
                entry("uuid-random", () -> UUID::randomUUID));
    }

    static List<Entry> peers() {
        List<Entry> more = List.of(
                entry("uuid-v7-plus-1", () -> UuidCreator::getTimeOrderedEpochPlus1),
                entry("jug-v7", UuidGenerators::jug),
                entry("ulid-monotonic", () -> UlidCreator::getMonotonicUlid));
        return Stream.concat(peersAmongNumbers().stream(), more.stream()).toList();
    }

    static List<Entry> ours() {
        return List.of(
                entry("our-uuid-v7", () -> UuidV7.create()::next),
                entry("our-uuid-v7-fraction", () -> UuidV7.subMillisecond()::next),
                entry("our-uuid-v7-step", () -> SteppedUuidV7.create()::next),
                entry("our-uuid-v4", () -> UuidV4.create()::next),
                entry("our-ulid", () -> UlidGenerator.create()::next));
    }

    private static Supplier<?> jug() {
        TimeBasedEpochGenerator generator = Generators.timeBasedEpochGenerator();
        return generator::generate;
    }

    /** One generator for all threads of a subject; each thread keeps its latest id. */
    private static Entry entry(String name, Supplier<Supplier<?>> generators) {
        return Entry.of(name, counter -> {
            Supplier<?> generator = generators.get();
            return () -> new KeptId(generator);
        });
    }
}
