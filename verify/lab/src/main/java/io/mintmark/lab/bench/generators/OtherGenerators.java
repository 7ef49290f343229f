package io.mintmark.lab.bench.generators;

import com.github.f4b6a3.tsid.TsidFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Generators without a counter, and the plain way to spell a document id. */
final class OtherGenerators {
    private OtherGenerators() {}

    static List<Entry> numbers() {
        Entry tsid = Entry.of("tsid", counter -> tsid());
        return Stream.concat(Stream.of(tsid), UuidGenerators.peersAmongNumbers().stream())
                .toList();
    }

    static List<Entry> documentIds() {
        return List.of(Entry.of("concat-id", counter -> concatenation()));
    }

    private static Subject tsid() {
        TsidFactory factory = TsidFactory.newInstance1024(1);
        return () -> () -> factory.create().toLong();
    }

    private static Subject concatenation() {
        AtomicLong last = new AtomicLong(100_000_000);
        return () -> new KeptText(() -> "orders/" + last.incrementAndGet() + "-A");
    }
}
