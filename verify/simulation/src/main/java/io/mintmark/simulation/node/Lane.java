package io.mintmark.simulation.node;

import io.mintmark.simulation.engine.TimedGroups;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.storage.group.SteppedWriter;
import io.mintmark.storage.group.StorageWriter;
import io.mintmark.storage.group.Work;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;

/** A shipped writer, and when it has its turns: after a moment, and not while a commit is under way. */
final class Lane {
    private static final long WAKING = 30_000;

    private final NodeProcess process;
    private final TimedGroups store;
    private final SteppedWriter writer;
    private boolean planned;
    private boolean running;
    private long busyUntil;

    Lane(String name, NodeProcess process, TimedGroups store) {
        this.process = process;
        this.store = store;
        Dice dice = process.world().dice();
        this.writer = new SteppedWriter(name, store, process::ticks, this::sleep, dice::fraction, this::afterCommit);
    }

    private Agenda agenda() {
        return process.world().agenda();
    }

    /** A writer that waits lets others act, where a group is more than one event. */
    private void sleep(long nanos) {
        if (process.world().settings().shape() == Shape.ONE_ROW) {
            agenda().runUntil(agenda().now() + nanos);
        }
    }

    private void afterCommit(Runnable replies) {
        agenda().in(
                        store.answeredAfter(),
                        () -> process.run(() -> {
                            store.answered();
                            replies.run();
                        }));
    }

    /** Returns what takes writes on the rows of its store; {@link #wake} is to follow each. */
    StorageWriter ofRows() {
        return writer.writer(process.world().dice()::fill);
    }

    /** Hands other work over to the writer. */
    <T> Pending<T> submit(Party party, long bytes, Work<T> work) {
        Pending<T> pending = writer.submit(party, bytes, work);
        wake();
        return pending;
    }

    /** Something was handed over to the writer. */
    void wake() {
        if (!planned) {
            planned = true;
            agenda().at(Math.max(agenda().now() + WAKING, busyUntil), () -> process.run(this::step));
        }
    }

    private void step() {
        planned = false;
        if (running) {
            // It looks whether more waits when it is done.
            return;
        }
        running = true;
        boolean more;
        try {
            more = writer.runNext();
        } finally {
            running = false;
        }
        busyUntil = agenda().now() + store.answeredAfter();
        if (more) {
            wake();
        }
    }
}
