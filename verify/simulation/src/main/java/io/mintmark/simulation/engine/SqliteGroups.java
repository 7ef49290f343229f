package io.mintmark.simulation.engine;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.sqlite.write.SqliteRules;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A group in the shape of SQLite: one writer with a cache of counters, a commit that is safe after its sync, and an
 * owner in the file that ends every other writer.
 */
final class SqliteGroups extends EngineGroups {
    private static final long PATIENCE = 20 * Agenda.MILLI;

    private final Map<String, Counter> memory = new HashMap<>();
    private final SqliteRules rules;
    private final long owner;
    private long etag;
    private long leaseSerial;
    private long etagBefore;
    private Instant lastCommit;

    SqliteGroups(Engine engine, DatabaseRows stored, NodeSide node) {
        super(engine, stored, node);
        rules = new SqliteRules(ANSWERS, node::ticks);
        engine.settleDoubt(stored);
        lastCommit = node.wallClock();
        owner = engine.nextOwner();
        stored.owner = owner;
        etag = stored.etag;
        etagBefore = etag;
        leaseSerial = stored.leaseSerial;
        drawSerialsAfter(leaseSerial);
    }

    @Override
    long committedSerial() {
        return leaseSerial;
    }

    @Override
    public boolean fetchesGroups() {
        return false;
    }

    @Override
    public @Nullable Counter counter(String key) {
        Counter known = memory.get(key);
        return known == null ? super.counter(key) : known;
    }

    @Override
    public void moved(String key, @Nullable Long before, long now) {
        rules.moved(key, before, now);
    }

    @Override
    public void begin() {
        tables.forgetAll();
        rows.begin(node.wallClock(), () -> ++etag, serials());
    }

    @Override
    public void commit() {
        rows.versionCounters();
        requireDisk();
        if (!engine.isCurrent(stored)) {
            throw EngineException.ofDeleted(new IOException("the database was dropped"));
        }
        if (stored.owner != owner && !isBroken(Twin.TWO_OWNERS)) {
            throw new EngineException(new IOException("another server owns the file"), true);
        }
        boolean isFar = rules.endGroup()
                || etag - etagBefore > SqliteRules.DOUBT
                || rows.leaseSerial() - leaseSerial > SqliteRules.DOUBT;
        etagBefore = etag;
        leaseSerial = rows.leaseSerial();
        long sync = engine.commitNanos();
        write(sync, isFar);
        answersAfter(patience(sync));
        tables.forgetAll();
        changes.publish();
    }

    private long patience(long sync) {
        if (isBroken(Twin.ANSWER_BEFORE_SYNC)) {
            return 1_000;
        }
        return isBroken(Twin.ANSWER_IN_A_SLOW_SYNC) ? Math.min(sync, PATIENCE) : sync;
    }

    private void requireDisk() {
        boolean isIgnored = isBroken(Twin.FULL_DISK_IGNORED) && !engine.isReadOnly();
        if (engine.refusesWrites() && !isIgnored) {
            throw new EngineException(new IOException("the disk is full, or takes no writes"), false);
        }
    }

    private void write(long sync, boolean isFar) {
        for (Map.Entry<String, Optional<Counter>> row :
                tables.counters().changes().entrySet()) {
            row.getValue().ifPresent(counter -> memory.put(row.getKey(), counter));
        }
        if (engine.refusesWrites()) {
            return;
        }
        stored.answersEver += tables.answers().changes().size();
        Change change = new Change(tables, stored, node.tag().text());
        change.drew(etag, leaseSerial);
        change.apply();
        engine.committed();
        stored.syncedAt = node.ticks() + sync;
        engine.written(stored, change, sync, isFar);
        forgetAnswers();
    }

    private void forgetAnswers() {
        Instant now = node.wallClock();
        boolean seemOld = isBroken(Twin.ANSWERS_BY_CLOCK)
                && Duration.between(lastCommit, now).compareTo(ANSWERS.age()) > 0;
        lastCommit = now;
        long to = seemOld ? stored.answersEver : rules.forgettable(stored.answersEver);
        stored.answersForgotten += stored.forgetAnswers(to - stored.answersForgotten);
    }
}
