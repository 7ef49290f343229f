package io.mintmark.storage.memory;

import io.mintmark.RandomBytes;
import io.mintmark.counter.Reservation;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.Storage;
import io.mintmark.storage.group.StorageWriter;
import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.RowsOwner;
import io.mintmark.storage.row.Tally;
import io.mintmark.storage.write.CutLog;
import io.mintmark.support.limits.Limits;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What is committed of one database, in the place of its file. The lock guards all of it. */
final class MemoryTables implements MemoryDatabase {
    private final MemoryGroupStore.Shown shown;
    final ReadWriteLock lock = new ReentrantReadWriteLock();
    final RowsOwner home;
    final Map<String, Counter> counters = new HashMap<>();
    final Map<Long, LeaseRow> leases = new HashMap<>();
    final List<CutLog.Chunk> cuts = new ArrayList<>();
    final Map<String, Long> identities = new HashMap<>();
    final Map<String, Long> answers = new HashMap<>();
    final Map<String, String> keyed = new HashMap<>();
    final Map<String, CollectionRow> collections = new HashMap<>();
    final Map<String, DocumentRow> documents = new HashMap<>();
    final Map<Long, Tally> tallies = new HashMap<>();

    /** How far counters of deleted databases of this name had come. */
    final Map<String, Long> formerEnds;

    final Map<String, Long> formerAhead;

    long etag;
    long leaseSerial;

    MemoryTables(
            String databaseId,
            Map<String, Long> formerEnds,
            Map<String, Long> formerAhead,
            MemoryGroupStore.Shown shown) {
        this.shown = shown;
        this.home = new RowsOwner(NodeTag.of("A"), databaseId, 1, 0, Reservation.CEILING_JS_SAFE);
        this.formerEnds = formerEnds;
        this.formerAhead = formerAhead;
    }

    @Override
    public Storage open(String name, ChangeListener listener) {
        MemoryGroupStore store = new MemoryGroupStore(this, new GroupChanges(listener), shown, InstantSource.system());
        return new MemoryStorage(
                this, new StorageWriter(name, store, Limits.DEFAULT, RandomBytes.secure(), Ticker.SYSTEM));
    }

    @Override
    public boolean isUnused() {
        return counters.isEmpty() && documents.isEmpty();
    }

    @Override
    public Map<String, Long> highestEnds() {
        return ends(Counter::highestEnd);
    }

    @Override
    public Map<String, Long> aheadEnds() {
        return ends(Counter::aheadEnd);
    }

    private Map<String, Long> ends(Function<Counter, Long> end) {
        return counters.values().stream().collect(Collectors.toMap(Counter::key, end));
    }

    /** Makes what a group changed part of what is committed. */
    void apply(GroupTables changed) {
        apply(changed.counters(), counters);
        apply(changed.leases(), leases);
        changed.cuts().changes().values().forEach(chunk -> cuts.add(chunk.orElseThrow()));
        apply(changed.identities(), identities);
        apply(changed.answers(), answers);
        apply(changed.keyed(), keyed);
        apply(changed.collections(), collections);
        apply(changed.documents(), documents);
        changed.tallies().changes().forEach((collection, more) -> add(collection, more.orElseThrow()));
    }

    private static <K, V> void apply(GroupTable<K, V> from, Map<K, V> to) {
        from.changes().forEach((key, value) -> value.ifPresentOrElse(row -> to.put(key, row), () -> to.remove(key)));
    }

    private void add(long collection, Tally more) {
        Tally before = tallies.getOrDefault(collection, new Tally(0, 0));
        tallies.put(collection, new Tally(before.documents() + more.documents(), before.bytes() + more.bytes()));
    }

    String collectionName(long number) {
        return collections.values().stream()
                .filter(row -> row.number() == number)
                .map(CollectionRow::name)
                .findAny()
                .orElseThrow();
    }
}
