package io.mintmark.simulation.engine;

import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUndoneException.Reason;
import io.mintmark.storage.evaluation.GroupUnknownException;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.postgresql.write.EtagLine;
import java.io.IOException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A group in the shape of PostgreSQL, in one lane of a node: rows are locked, the fence ends it, and a COMMIT whose
 * answer is lost is found out about later. Row locks make the groups of several nodes serial, so a group is one event.
 */
final class PostgresGroups extends EngineGroups {
    private static final String NOTHING = "the engine does not answer";

    private final String lane;
    private final EtagLine line;
    private final EtagLine.Drawn etags;
    private LaneRow state;
    private boolean tellsAnswers;
    private @Nullable InFlight open;
    private long lastCommit;

    PostgresGroups(Engine engine, DatabaseRows stored, NodeSide node, String lane, LaneRow state, EtagLine line) {
        super(engine, stored, node);
        this.lane = lane;
        this.state = state;
        this.line = line;
        this.etags = line.lane();
        lastCommit = engine.clock();
        drawSerialsAfter(state.serial());
    }

    @Override
    long committedSerial() {
        return state.serial();
    }

    private static GroupUndoneException undone(Reason reason, String why) {
        return new GroupUndoneException(reason, new IOException(why));
    }

    @Override
    public boolean isFindingOut() {
        return open != null;
    }

    @Override
    public boolean isCutOff() {
        return !node.reachesEngine();
    }

    @Override
    public void begin() {
        tables.forgetAll();
        tellsAnswers = false;
        requireReach();
        requireKnown();
        etags.begin();
        rows.begin(node.wallClock(), etags::next, serials());
    }

    private void requireReach() {
        if (!node.reachesEngine()) {
            throw undone(Reason.UNREACHABLE, NOTHING);
        }
    }

    /** The numbers of a group follow those of the group before it. */
    private void requireKnown() {
        InFlight asked = open;
        if (asked != null) {
            boolean committed = lookUp(asked);
            if (committed) {
                committed(asked.after());
            }
            open = null;
        }
    }

    private boolean lookUp(InFlight asked) {
        if (!isBroken(Twin.UNKNOWN_BY_READING)) {
            // An update waits for the lock of the transaction under way.
            asked.settle();
        }
        LaneRow now = stored.lanes.get(lane);
        if (now == null || now.epoch() != state.epoch()) {
            throw new EngineException(new IOException("another claim owns the lane"), true);
        }
        return isBroken(Twin.UNKNOWN_BY_READING) ? asked.isVisible() : now.groups() > state.groups();
    }

    @Override
    public void fetch(ReadSet keys) {
        requireReach();
        tellsAnswers |= !keys.answers().isEmpty();
        if (!isFree(keys)) {
            throw undone(Reason.CONFLICT, "lock timeout");
        }
        super.fetch(keys);
    }

    private boolean isFree(ReadSet keys) {
        return Stream.of(keys.counters(), keys.identities(), keys.answers(), keys.documents())
                .allMatch(stored::areFree);
    }

    @Override
    public void commit() {
        rows.versionCounters();
        answersAfter(engine.commitNanos());
        if (tables.isChanged() || rows.etag() != 0 || tellsAnswers) {
            write();
        }
        tables.forgetAll();
        changes.publish();
    }

    private void write() {
        requireReach();
        if (engine.isReadOnly() && isBroken(Twin.ROLLBACK_TAKEN_FOR_COMMIT)) {
            // The engine answers the COMMIT of a transaction that failed before, with a rollback.
            return;
        }
        if (engine.refusesWrites()) {
            throw undone(Reason.UNREACHABLE, "the disk is full, or takes no writes");
        }
        if (!isFenceOpen()) {
            throw lost();
        }
        LaneRow after = new LaneRow(
                state.epoch(),
                Math.max(state.etag(), rows.etag()),
                rows.leaseSerial(),
                state.groups() + 1,
                Math.max(state.reserved(), reserving()));
        Change change = new Change(tables, stored, node.tag().text());
        if (node.losesAnswer()) {
            unanswered(engine.inFlight(stored, change, lane, after));
            return;
        }
        change.apply();
        engine.committed();
        stored.lanes.put(lane, after);
        committed(after);
        forgetByClock();
    }

    private long reserving() {
        return state.reserved() == 0 ? 0 : line.toReserve();
    }

    private void committed(LaneRow after) {
        state = after;
        etags.committed();
        line.reserved(after.reserved());
    }

    /** No answer is forgotten in a run: that takes an hour of the store's age, which no clock moves. */
    private void forgetByClock() {
        long now = engine.clock();
        if (isBroken(Twin.ANSWERS_BY_ENGINE_CLOCK)
                && now - lastCommit > ANSWERS.age().toNanos()) {
            stored.forgetAnswers(stored.answers.size() - ANSWERS.kept());
        }
        lastCommit = now;
    }

    private EngineException lost() {
        IOException why = new IOException("the claim ended, or the store is an older copy");
        return engine.isCurrent(stored) ? new EngineException(why, true) : EngineException.ofDeleted(why);
    }

    /** The statement that ends each group: the lane's epoch and groups, and the node's heartbeats. */
    private boolean isFenceOpen() {
        if (isBroken(Twin.FENCE_MISSING)) {
            return engine.isCurrent(stored);
        }
        LaneRow now = stored.lanes.get(lane);
        if (now == null || !engine.isCurrent(stored) || now.epoch() != state.epoch()) {
            return false;
        }
        if (isBroken(Twin.OLDER_COPY_UNNOTICED)) {
            return true;
        }
        return now.groups() == state.groups() && engine.mayBeUsed(node.claim(), node.beats());
    }

    private void unanswered(InFlight flight) {
        IOException why = new IOException("the COMMIT was not answered");
        if (flight.isAnsweredSoon()) {
            if (!lookUp(flight)) {
                throw new GroupUndoneException(Reason.CONFLICT, why);
            }
            committed(flight.after());
            answersAfter(60 * Agenda.MILLI);
            return;
        }
        open = flight;
        changes.forget();
        tables.forgetAll();
        throw new GroupUnknownException(why);
    }

    @Override
    public void tidyWhileIdle() {
        if (open != null && node.reachesEngine()) {
            requireKnown();
        }
    }
}
