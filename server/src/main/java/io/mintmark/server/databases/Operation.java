package io.mintmark.server.databases;

import io.mintmark.web.http.ApiException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Work that lasts longer than a request should: others can ask how far it is, and kill it.
 *
 * <p>Its worker says how far it is and, once, how it ended. Safe for any number of threads.
 */
public final class Operation {
    /** What has become of an operation; each has its name on the wire. */
    enum Status {
        IN_PROGRESS("InProgress"),
        COMPLETED("Completed"),
        FAULTED("Faulted"),
        CANCELED("Canceled");

        private final String wireName;

        Status(String wireName) {
            this.wireName = wireName;
        }

        String wireName() {
            return wireName;
        }
    }

    /**
     * How far a bulk insert is.
     *
     * @param documents how many documents are on stable storage, or were found there unchanged
     * @param groups in how many commits
     * @param lastId the last one's id, or null before the first commit
     */
    public record Progress(
            long documents, long groups, @Nullable String lastId) {
        /** Nothing yet. */
        public static final Progress NONE = new Progress(0, 0, null);
    }

    /**
     * All that is known at one moment.
     *
     * @param failure why it ended, if it faulted
     */
    record State(
            Status status,
            Progress progress,
            @Nullable ApiException failure,
            @Nullable Instant ended) {}

    private final long id;
    private final InstantSource clock;
    private final Instant started;
    private final Consumer<Operation> whenChanged;
    private final Consumer<Operation> whenEnded;
    /**
     * Null once it ended: what is remembered of an operation must not keep its worker, with all its buffers, in memory.
     */
    private volatile @Nullable Consumer<ApiException> stop;

    private volatile State state = new State(Status.IN_PROGRESS, Progress.NONE, null, null);
    private volatile boolean killed;
    private volatile @Nullable ApiException stopReason;

    Operation(
            long id,
            InstantSource clock,
            Consumer<ApiException> stop,
            Consumer<Operation> whenChanged,
            Consumer<Operation> whenEnded) {
        this.whenChanged = whenChanged;
        this.id = id;
        this.clock = clock;
        this.started = clock.instant();
        this.stop = stop;
        this.whenEnded = whenEnded;
    }

    /** Returns its number, which no other operation of its database has. */
    long id() {
        return id;
    }

    Instant started() {
        return started;
    }

    State state() {
        return state;
    }

    /** Returns whether somebody wants it to end early. */
    public boolean isKilled() {
        return killed;
    }

    /** Throws the reason if it is to end early, for a worker that waits where its stop cannot reach it. */
    public void requireNotStopped() {
        ApiException reason = stopReason;
        if (reason != null) {
            throw reason;
        }
    }

    /** Says how far it is. */
    public void progress(Progress progress) {
        state = new State(Status.IN_PROGRESS, progress, null, null);
        whenChanged.accept(this);
    }

    /** Returns how far it is, or was when it ended. */
    public Progress progress() {
        return state.progress();
    }

    /** Says that all is done. */
    public void complete() {
        end(new State(Status.COMPLETED, state.progress(), null, clock.instant()));
    }

    /** Says that it ended early: because it was killed, or else for {@code reason}. */
    public void fail(ApiException reason) {
        Instant now = clock.instant();
        end(
                killed
                        ? new State(Status.CANCELED, state.progress(), null, now)
                        : new State(Status.FAULTED, state.progress(), reason, now));
    }

    private void end(State last) {
        state = last;
        stop = null;
        whenEnded.accept(this);
        whenChanged.accept(this);
    }

    /** Asks the worker to end early, because somebody killed the operation. */
    void kill(ApiException why) {
        killed = true;
        interrupt(why);
    }

    /** Asks the worker to end early, although nobody who asked for the work wants that. */
    void interrupt(ApiException why) {
        stopReason = why;
        Consumer<ApiException> worker = stop;
        if (worker != null) {
            worker.accept(why);
        }
    }
}
