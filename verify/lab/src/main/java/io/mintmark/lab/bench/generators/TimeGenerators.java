package io.mintmark.lab.bench.generators;

import cn.hutool.core.lang.Snowflake;
import io.mintmark.number.BitLayout;
import io.mintmark.number.BitLayouts;
import io.mintmark.number.TimeOrderedIds;
import io.mintmark.number.TraceIds;
import io.mintmark.number.WorkerLeases;
import io.mintmark.range.InMemoryRanges;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;

/**
 * Generators of time-ordered ids, ours with leases in memory; how far each may run ahead of the clock is in its title.
 */
final class TimeGenerators {
    private static final int WORKER = 1;

    private TimeGenerators() {}

    static List<Entry> entries() {
        return List.of(
                Entry.of(Catalogue.COSID_SNOWFLAKE, counter -> cosId()),
                Entry.of("hutool-snowflake", counter -> hutool()),
                Entry.of("our-snowflake-1s", counter -> ours(BitLayouts.TWITTER, Duration.ofSeconds(1))),
                Entry.of("our-snowflake-1d", counter -> ours(BitLayouts.TWITTER, Duration.ofDays(1))),
                Entry.of("our-tsid-4", counter -> ours(BitLayouts.tsid(4), Duration.ZERO)),
                Entry.of("our-trace-id", counter -> traceIds()));
    }

    private static Subject cosId() {
        MillisecondSnowflakeId ids = new MillisecondSnowflakeId(WORKER);
        return () -> ids::generate;
    }

    private static Subject hutool() {
        Snowflake ids = new Snowflake(WORKER, WORKER);
        return () -> ids::nextId;
    }

    private static Subject ours(BitLayout layout, Duration ahead) {
        TimeOrderedIds ids = layout.generator().leases(leases()).borrow(ahead).start();
        return new Closeable(ids, ids::close);
    }

    private static Subject traceIds() {
        TraceIds ids = TraceIds.strict(leases());
        return new Closeable(ids, ids::close);
    }

    private static WorkerLeases leases() {
        return WorkerLeases.reserved(WORKER, new InMemoryRanges());
    }

    private record Closeable(LongSupplier caller, Runnable closing) implements Subject {
        @Override
        public void close() {
            closing.run();
        }
    }
}
