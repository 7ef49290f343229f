package io.mintmark.simulation.engine;

import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUndoneException.Reason;
import io.mintmark.storage.evaluation.GroupUnknownException;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.LeaseRow;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A group on an engine without transactions over several rows: each row is compared with what was read, and set. Other
 * nodes act between the reading and the setting. A row that was set before another one met a conflict stays set, and
 * what it reserved is a gap. The latest lease is part of the counter's row; older ones are not kept.
 */
final class OneRowGroups extends EngineGroups {
    private long etag;

    OneRowGroups(Engine engine, DatabaseRows stored, NodeSide node) {
        super(engine, stored, node);
        etag = node.claim().epoch() << 30;
        drawSerialsAfter(node.claim().serialsAfter());
    }

    @Override
    long committedSerial() {
        return serials().last();
    }

    @Override
    public @Nullable LeaseRow lease(long number) {
        return null;
    }

    @Override
    public void begin() {
        tables.forgetAll();
        if (!isSilenceDone()) {
            requireReach();
        }
        rows.begin(node.wallClock(), () -> ++etag, serials());
    }

    private void requireReach() {
        if (node.isGone()) {
            throw new EngineException(new IOException("the process is no more"), true);
        }
        if (!node.reachesEngine()) {
            throw new GroupUndoneException(Reason.UNREACHABLE, new IOException("the engine does not answer"));
        }
    }

    /** It reads a standby at its side, and takes silence for an answer. */
    private boolean isSilenceDone() {
        return isBroken(Twin.SILENCE_TAKEN_FOR_DONE) && node.isCutOff() && !node.isGone();
    }

    @Override
    public void fetch(ReadSet keys) {
        super.fetch(keys);
        if (isBroken(Twin.ROW_HELD_BY_TIME) && !engine.held().hold(this, keys, engine.clock())) {
            throw new GroupUndoneException(Reason.CONFLICT, new IOException("another node holds the row"));
        }
    }

    @Override
    public void commit() {
        rows.versionCounters();
        engine.letOthersAct();
        node.beforeSet();
        engine.letOthersActWhilePaused(node);
        if (!isSilenceDone()) {
            requireReach();
            setAll();
        }
        answersAfter(engine.commitNanos());
        boolean isLost = node.losesAnswer();
        tables.forgetAll();
        changes.publish();
        if (isLost) {
            throw new GroupUnknownException(new IOException("the last answer was lost"));
        }
    }

    private void setAll() {
        set(tables.counters(), stored.counters);
        set(tables.identities(), stored.identities);
        set(tables.answers(), stored.answers);
        set(tables.collections(), stored.collections);
        set(tables.documents(), stored.documents);
        engine.committed();
        engine.held().release(this);
    }

    private <K, V> void set(GroupTable<K, V> from, Map<K, V> to) {
        for (Map.Entry<K, Optional<V>> row : from.changes().entrySet()) {
            V before = from.wasThere(row.getKey()) ? from.before(row.getKey()) : null;
            if (!isSame(before, to.get(row.getKey())) && compares()) {
                throw new GroupUndoneException(Reason.CONFLICT, new IOException("the row was set meanwhile"));
            }
            row.getValue().ifPresentOrElse(now -> to.put(row.getKey(), now), () -> to.remove(row.getKey()));
        }
    }

    private boolean compares() {
        return !isBroken(Twin.SET_WITHOUT_COMPARE) && !isBroken(Twin.ROW_HELD_BY_TIME);
    }

    /** A counter is another one with each write, even if it stands where it stood. */
    private static boolean isSame(@Nullable Object before, @Nullable Object now) {
        return before instanceof Counter ? before == now : Objects.equals(before, now);
    }
}
