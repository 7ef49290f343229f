package io.mintmark.lab.bench.generators;

import java.util.List;
import java.util.function.LongSupplier;
import me.ahoo.cosid.segment.DefaultSegmentId;
import me.ahoo.cosid.segment.IdSegment;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.segment.concurrent.PrefetchWorkerExecutorService;

/**
 * CosId's two segment generators, over our counter, with step 1000 and the library's default settings: endless time to
 * live, safe distance 2, one prefetch worker (the library starts one a core, and each serves whole generators).
 */
final class CosIdGenerators {
    private static final int STEP = 1_000;

    private CosIdGenerators() {}

    static List<Entry> entries() {
        return List.of(
                Entry.of("cosid-segment", CosIdGenerators::segment), Entry.of("cosid-chain", CosIdGenerators::chain));
    }

    private static Subject segment(MeasuredCounter counter) {
        DefaultSegmentId ids = new DefaultSegmentId(new Distributor(counter));
        return () -> ids::generate;
    }

    private static Subject chain(MeasuredCounter counter) {
        PrefetchWorkerExecutorService workers =
                new PrefetchWorkerExecutorService(PrefetchWorkerExecutorService.DEFAULT_PREFETCH_PERIOD, 1, false);
        SegmentChainId ids = new SegmentChainId(
                IdSegment.TIME_TO_LIVE_FOREVER,
                SegmentChainId.DEFAULT_SAFE_DISTANCE,
                new Distributor(counter),
                workers);
        return new Subject() {
            @Override
            public LongSupplier caller() {
                return ids::generate;
            }

            @Override
            public void close() {
                workers.shutdown();
            }
        };
    }

    private record Distributor(MeasuredCounter counter) implements IdSegmentDistributor {
        @Override
        public String getNamespace() {
            return "lab";
        }

        @Override
        public String getName() {
            return "orders";
        }

        @Override
        public long getStep() {
            return STEP;
        }

        @Override
        public long nextMaxId(long step) {
            return counter.reserve(step) + step - 1;
        }
    }
}
