package io.mintmark.lab.faults;

import io.mintmark.lab.faults.FaultKind.Reach;
import io.mintmark.lab.faults.FaultPlan.Planned;
import io.mintmark.lab.faults.History.Done;
import io.mintmark.lab.faults.History.Outage;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Does the faults of a plan at their times: those of nodes and those of the engine beside each other, each kind one
 * after the other. A put-back waits for others, and others wait for it.
 */
final class Schedule {
    private final NodeFaults nodeFaults;
    private final EngineFaults engineFaults;
    private final Audit audit;
    private final History history;
    private final ReadWriteLock alone = new ReentrantReadWriteLock(true);
    private final long begun = History.now();

    Schedule(Cluster cluster, Databases databases, Audit audit, History history) {
        this.nodeFaults = new NodeFaults(cluster, databases);
        this.engineFaults = new EngineFaults(cluster, history);
        this.audit = audit;
        this.history = history;
    }

    /** Returns when all are done, and at least {@code millis} after it was made. */
    void run(List<Planned> plan, long millis) throws IOException {
        Thread engine =
                lane("engine", plan.stream().filter(Schedule::isOfEngine).toList());
        Thread nodes =
                lane("nodes", plan.stream().filter(each -> !isOfEngine(each)).toList());
        try {
            engine.join();
            nodes.join();
        } catch (InterruptedException e) {
            throw Child.interrupted(e);
        }
        await(millis);
    }

    private static boolean isOfEngine(Planned planned) {
        return planned.kind().reach() == Reach.ENGINE;
    }

    private Thread lane(String name, List<Planned> plan) {
        Thread lane = new Thread(() -> plan.forEach(this::runAtItsTime), "faults of " + name);
        lane.setDaemon(true);
        lane.start();
        return lane;
    }

    private void runAtItsTime(Planned planned) {
        boolean isAlone = planned.kind() == FaultKind.PUT_BACK;
        Lock lock = isAlone ? alone.writeLock() : alone.readLock();
        try {
            await(planned.atMillis());
            lock.lock();
            try {
                run(planned);
            } finally {
                lock.unlock();
            }
            long ignored = audit.recent((planned.node() + 1) % 3);
        } catch (IOException e) {
            Progress.say("%s", e);
        }
    }

    private void run(Planned planned) {
        long from = History.now();
        String remark;
        try {
            remark = isOfEngine(planned) ? engineFaults.run(planned) : nodeFaults.run(planned);
        } catch (IOException | SQLException | RuntimeException e) {
            remark = Done.FAILED + e.getMessage();
        }
        long to = History.now();
        history.add(new Done(planned.kind().shown(), seconds(from), seconds(to), remark));
        if (planned.kind().reach() != Reach.NOBODY) {
            history.add(new Outage(planned.kind().reach() == Reach.NODE ? planned.node() : -1, from, to));
        }
        Progress.say(
                "%d-%d s: %s: %s", seconds(from), seconds(to), planned.kind().shown(), remark);
    }

    private long seconds(long nanos) {
        return TimeUnit.NANOSECONDS.toSeconds(nanos - begun);
    }

    private void await(long millis) throws IOException {
        long left = millis - TimeUnit.NANOSECONDS.toMillis(History.now() - begun);
        if (left > 0) {
            Child.pause(left);
        }
    }
}
