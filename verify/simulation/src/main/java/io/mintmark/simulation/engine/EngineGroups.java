package io.mintmark.simulation.engine;

import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.evaluation.AnnouncedRows;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.write.AnswerLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a group of writes is on rows in memory; each shape of engine adds how it begins and how it ends. */
abstract class EngineGroups extends AnnouncedRows implements TimedGroups {
    /** Fewer answers than in production, so that the age of the others matters. */
    static final AnswerLimits ANSWERS = new AnswerLimits(3, 1_000_000, Duration.ofHours(1));

    final Engine engine;
    final DatabaseRows stored;
    final NodeSide node;
    final GroupTables tables = GroupTables.of(this);
    final GroupChanges changes = new GroupChanges(ChangeListener.NOBODY);
    final GroupRows rows;

    private LeaseSerials serials = new LeaseSerials(0);
    private long answeredAfter;

    EngineGroups(Engine engine, DatabaseRows stored, NodeSide node) {
        this.engine = engine;
        this.stored = stored;
        this.node = node;
        this.rows = new TwinRows(engine.twin(), stored.home(node.tag()), tables, this, changes);
    }

    final boolean isBroken(Twin twin) {
        return engine.twin() == twin;
    }

    /** Says after how many nanoseconds the present group is answered. */
    final void answersAfter(long nanos) {
        answeredAfter = nanos;
    }

    @Override
    public final long answeredAfter() {
        return answeredAfter;
    }

    /** Draws serials of leases above {@code last} from now on. */
    final void drawSerialsAfter(long last) {
        serials = new LeaseSerials(last);
    }

    /** Returns where serials of leases are drawn. */
    final LeaseSerials serials() {
        return serials;
    }

    @Override
    public final void answered() {
        serials.committed(committedSerial());
    }

    /** Returns the serial that the last group stored. */
    abstract long committedSerial();

    @Override
    public final GroupRows rows() {
        return rows;
    }

    @Override
    public boolean fetchesGroups() {
        return true;
    }

    @Override
    public void fetch(ReadSet keys) {
        announced(keys);
    }

    @Override
    public @Nullable Counter counter(String key) {
        if (fetchesGroups()) {
            Counter ignored = super.counter(key);
        }
        return stored.counters.get(key);
    }

    @Override
    public @Nullable LeaseRow lease(long serial) {
        return stored.leases.get(serial);
    }

    @Override
    public @Nullable Long identity(String key) {
        if (fetchesGroups()) {
            Long ignored = super.identity(key);
        }
        return stored.identities.get(key);
    }

    @Override
    public @Nullable Long answer(String request) {
        if (fetchesGroups()) {
            Long ignored = super.answer(request);
        }
        return stored.answers.get(request);
    }

    @Override
    public final @Nullable CollectionRow collection(String key) {
        return stored.collections.get(key);
    }

    @Override
    public final String collectionName(long number) {
        return stored.collections.values().stream()
                .filter(row -> row.number() == number)
                .map(CollectionRow::name)
                .findAny()
                .orElse("@empty");
    }

    @Override
    public final long lastCollection() {
        return stored.collections.size();
    }

    @Override
    public @Nullable DocumentRow document(String key) {
        if (fetchesGroups()) {
            DocumentRow ignored = super.document(key);
        }
        return stored.documents.get(key);
    }

    @Override
    public final @Nullable Boolean brought(String changeVector) {
        Boolean ignored = super.brought(changeVector);
        return stored.brought.get(changeVector);
    }

    @Override
    public final DocumentContent content(DocumentRow row) {
        return new DocumentContent("@empty", new byte[0], new byte[0]);
    }

    @Override
    public final long highestEndBefore(String counterKey) {
        return engine.former().highestEnd(Engine.nameOf(stored.name), counterKey);
    }

    @Override
    public final long reservedAheadBefore(String counterKey) {
        return engine.aheadBefore(stored.name, counterKey);
    }

    @Override
    public final void tidyIfOverdue() {}

    @Override
    public void afterCommit() {}

    @Override
    public void tidyWhileIdle() {}

    @Override
    public void abandon() {
        tables.forgetAll();
        changes.forget();
    }

    @Override
    public void leaveInOrder() {}

    @Override
    public final void close() {}
}
