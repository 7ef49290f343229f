package io.mintmark.storage.bucket;

import io.mintmark.RandomBytes;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.Storage;
import io.mintmark.storage.memory.MemoryDatabase;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.row.Counter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * One database of such an engine.
 *
 * @param id tells it from all others
 * @param formerEnds how far counters of deleted databases of its name had come
 * @param formerAhead how far nodes had reserved ahead in them
 * @param mistake what is wrong with it
 */
public record BucketDatabase(
        String id, BucketRows rows, Map<String, Long> formerEnds, Map<String, Long> formerAhead, BucketMistake mistake)
        implements MemoryDatabase {
    static final String ETAGS = "etags";
    static final String LEASES = "leases";

    /** Returns an engine of such databases, all with that mistake. */
    public static MemoryEngine engine(BucketMistake mistake) {
        return new MemoryEngine(
                (id, ends, ahead) -> new BucketDatabase(id, new BucketRows(mistake), ends, ahead, mistake));
    }

    @Override
    public Storage open(String name, ChangeListener listener) {
        return new BucketStorage(this, listener, RandomBytes.secure());
    }

    @Override
    public boolean isUnused() {
        return rows.writes() == 0;
    }

    @Override
    public Map<String, Long> highestEnds() {
        return ofCounters(Counter::highestEnd);
    }

    @Override
    public Map<String, Long> aheadEnds() {
        return ofCounters(Counter::aheadEnd);
    }

    private Map<String, Long> ofCounters(ToLongFunction<Counter> end) {
        Map<String, Long> ends = new HashMap<>();
        rows.all().forEach(each -> {
            if (each.getValue() instanceof BucketRow.HiLo hilo) {
                ends.put(each.getKey().key(), end.applyAsLong(hilo.counter()));
            }
        });
        return ends;
    }

    String life() {
        return id + ".1";
    }

    Instant now() {
        return InstantSource.system().instant();
    }
}
