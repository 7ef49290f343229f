package io.mintmark.lab.bench;

import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.uuid.UuidCreator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Generators without a counter, and the plain way to spell a document id. */
final class OtherGenerators {
    private OtherGenerators() {}

    static List<Entry> numbers() {
        return List.of(
                new Entry("tsid", "tsid-creator, TSID as long", Order.TIME, counter -> tsid()),
                new Entry("uuid-v7", "uuid-creator, UUID v7", Order.TIME, counter -> uuidV7()),
                new Entry("uuid-v7-fast", "uuid-creator, UUID v7 fast", Order.TIME, counter -> uuidV7Fast()),
                new Entry("uuid-random", "UUID.randomUUID", Order.NONE, counter -> uuidRandom()));
    }

    static List<Entry> documentIds() {
        return List.of(new Entry(
                "concat-id", "AtomicLong and string concatenation", Order.STRICT, counter -> concatenation()));
    }

    private static Subject tsid() {
        TsidFactory factory = TsidFactory.newInstance1024(1);
        return () -> () -> factory.create().toLong();
    }

    private static Subject uuidV7() {
        return () -> () -> mixed(UuidCreator.getTimeOrderedEpoch());
    }

    private static Subject uuidV7Fast() {
        return () -> () -> mixed(UuidCreator.getTimeOrderedEpochFast());
    }

    private static Subject uuidRandom() {
        return () -> () -> mixed(UUID.randomUUID());
    }

    private static Subject concatenation() {
        AtomicLong last = new AtomicLong(100_000_000);
        return () -> new KeptText(() -> "orders/" + last.incrementAndGet() + "-A");
    }

    private static long mixed(UUID id) {
        return id.getMostSignificantBits() ^ id.getLeastSignificantBits();
    }
}
