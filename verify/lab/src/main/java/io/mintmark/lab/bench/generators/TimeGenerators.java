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
                new Entry(Catalogue.COSID_SNOWFLAKE, "CosId ms snowflake, 41/10/12", Order.TIME, counter -> cosId()),
                new Entry("hutool-snowflake", "Hutool snowflake, 41/10/12", Order.TIME, counter -> hutool()),
                new Entry(
                        "our-snowflake-1s",
                        "**Mintmark 41/10/12, at most 1 s ahead** (default)",
                        Order.TIME,
                        counter -> ours(BitLayouts.TWITTER, Duration.ofSeconds(1))),
                new Entry(
                        "our-snowflake-1d",
                        "**Mintmark 41/10/12, at most a day ahead**",
                        Order.TIME,
                        counter -> ours(BitLayouts.TWITTER, Duration.ofDays(1))),
                new Entry(
                        "our-tsid-4",
                        "**Mintmark TSID of 16 nodes, not ahead at all**",
                        Order.TIME,
                        counter -> ours(BitLayouts.tsid(4), Duration.ZERO)),
                new Entry(
                        "our-trace-id",
                        "**Mintmark trace ids, not ahead at all** (4.19 M a second at most)",
                        Order.TIME,
                        counter -> traceIds()));
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
