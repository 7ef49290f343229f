package io.mintmark.storage.group;

import io.mintmark.MintmarkException;
import io.mintmark.internal.Backoff;
import io.mintmark.internal.Ticker;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUndoneException.Reason;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a group again of which nothing happened: first as a whole, then in halves, always from its front, so that the
 * order of its pieces stays. Used by the writer thread only.
 *
 * <p>What was done or refused leaves the group at once: if a later part dooms the writer, it is not told a second time.
 */
final class GroupReplay {
    /** A group of 512 needs ten halvings to become one piece; that one is tried some times more. */
    private static final int FAILURES_MAX = 20;

    /** Up to 13 ms, more than most groups take. */
    private static final Backoff PAUSE_NANOS = new Backoff(100_000, 7);

    /**
     * Connections that broke while the engine was away fail at once; one that was silent before it broke took longer.
     */
    private static final long BROKEN_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    private final String shown;
    private final Consumer<List<PendingWork<?>>> attempt;
    private final CommitCallbacks callbacks;
    private final Ticker ticker;
    private final ReplayPause pause;

    private int failures;
    private int size;
    private long begun;

    /**
     * Runs pieces of what messages call {@code shown} by {@code attempt}, which returns when they were committed and
     * answered, and throws {@link GroupUndoneException} if nothing happened.
     */
    GroupReplay(String shown, Consumer<List<PendingWork<?>>> attempt, CommitCallbacks callbacks, Ticker ticker) {
        this(shown, attempt, callbacks, ticker, ReplayPause.SYSTEM);
    }

    /** Runs the same, and waits by {@code pause} before it tries again. */
    GroupReplay(
            String shown,
            Consumer<List<PendingWork<?>>> attempt,
            CommitCallbacks callbacks,
            Ticker ticker,
            ReplayPause pause) {
        this.pause = pause;
        this.shown = shown;
        this.attempt = attempt;
        this.callbacks = callbacks;
        this.ticker = ticker;
    }

    /**
     * Runs all of {@code group}, or refuses what cannot be done; what is in the group then was neither.
     *
     * @return why the rest cannot be done now, if the engine cannot be reached; null if there is no rest
     */
    @Nullable GroupUndoneException run(List<PendingWork<?>> group, GroupUndoneException undone) {
        size = group.size();
        failures = 0;
        begun = ticker.nanos();
        GroupUndoneException why = undone;
        while (true) {
            failures++;
            if (isUnreachable(why)) {
                return why;
            }
            afterFailure(group, why);
            GroupUndoneException again = runParts(group);
            if (again == null) {
                return null;
            }
            why = again;
        }
    }

    /** Runs part after part, until one fails or none is left. */
    private @Nullable GroupUndoneException runParts(List<PendingWork<?>> group) {
        try {
            while (!group.isEmpty()) {
                List<PendingWork<?>> part = front(group);
                attempt.accept(part);
                part.clear();
                failures = 0;
                size *= 2;
            }
            return null;
        } catch (GroupUndoneException undone) {
            return undone;
        }
    }

    private List<PendingWork<?>> front(List<PendingWork<?>> group) {
        size = Math.min(size, group.size());
        return group.subList(0, size);
    }

    private void afterFailure(List<PendingWork<?>> group, GroupUndoneException undone) {
        List<PendingWork<?>> part = front(group);
        boolean row = undone.reason() == Reason.ROW;
        if (undone.reason() == Reason.CONNECTION) {
            // Another group would have met it, too.
            pause();
            return;
        }
        if (failures > FAILURES_MAX || (part.size() == 1 && row)) {
            refuse(part, undone);
            failures = 0;
            size = 1;
            return;
        }
        if (failures > 1 || row) {
            size = Math.max(1, size / 2);
        }
        if (failures > 1) {
            pause();
        }
    }

    /**
     * Connections that were idle while the engine was away break one after the other, and a pool may lend each of them.
     * An engine that is away makes no new ones, which is how it is known.
     */
    private boolean isUnreachable(GroupUndoneException undone) {
        boolean brokeForTooLong = failures > 1 && ticker.nanos() - begun > BROKEN_NANOS_MAX;
        return undone.reason() == Reason.UNREACHABLE || (undone.reason() == Reason.CONNECTION && brokeForTooLong);
    }

    /** Two nodes that try again at the same moments would meet again. */
    private void pause() {
        long nanos = (long) (pause.random().nextDouble() * PAUSE_NANOS.after(failures));
        Uninterruptibly.run(() -> pause.sleeper().sleep(nanos));
    }

    /** Refuses work of which nothing happened, and takes it off the list. */
    void refuse(List<PendingWork<?>> pieces, GroupUndoneException undone) {
        refuse(pieces, () -> refusal(undone));
    }

    /** Tells those who wait for some work why they get no result of it, and takes it off the list. */
    void refuse(List<PendingWork<?>> pieces, Supplier<? extends MintmarkException> why) {
        CommitCallbacks.Batch next = new CommitCallbacks.Batch(pieces.size());
        for (PendingWork<?> piece : pieces) {
            next.add(piece.refuse(why.get()));
        }
        pieces.clear();
        callbacks.run(next);
    }

    private MintmarkException refusal(GroupUndoneException undone) {
        Throwable cause = undone.getCause() == null ? undone : undone.getCause();
        return switch (undone.reason()) {
            case CONFLICT ->
                new StorageBusyException("Other nodes write to the same rows of the " + shown
                        + " all the time, and nothing of this request was done: try again in a moment.");
            case ROW -> new MintmarkException("The store refused a row: " + cause.getMessage(), cause);
            case CONNECTION, UNREACHABLE ->
                new StorageUnreachableException(
                        "The engine behind the " + shown
                                + " does not answer or takes no writes, and nothing of this"
                                + " request was done: ask another node, or try again in a moment. It says: "
                                + cause.getMessage(),
                        cause);
        };
    }
}
