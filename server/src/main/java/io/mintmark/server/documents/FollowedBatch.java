package io.mintmark.server.documents;

import io.mintmark.server.databases.DatabaseFollower;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.support.Pending;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Reply;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A batch that is answered when it is durable and indexes have followed it. No thread waits for that, and nothing waits
 * on for a client that has left: it is looked for once a second.
 */
final class FollowedBatch implements Pending<List<CommandResult>> {
    private static final Executor SOON = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

    private final Pending<List<CommandResult>> commit;
    private final IndexesWait wait;
    private final DatabaseFollower follower;
    private final BooleanSupplier hasLeft;
    private final Executor later;
    private final AtomicBoolean begun = new AtomicBoolean();
    /** The indexes that were late; none if there was nothing to wait for, since the batch was refused. */
    private final CompletableFuture<List<String>> late = new CompletableFuture<>();
    /** Completed when nobody wants the answer any more. */
    private final CompletableFuture<Void> givenUp = new CompletableFuture<>();

    FollowedBatch(
            Pending<List<CommandResult>> commit, IndexesWait wait, DatabaseFollower follower, BooleanSupplier hasLeft) {
        this(commit, wait, follower, hasLeft, SOON);
    }

    /** Looks whether the client has left whenever {@code later} runs what it is given. */
    FollowedBatch(
            Pending<List<CommandResult>> commit,
            IndexesWait wait,
            DatabaseFollower follower,
            BooleanSupplier hasLeft,
            Executor later) {
        this.commit = commit;
        this.wait = wait;
        this.follower = follower;
        this.hasLeft = hasLeft;
        this.later = later;
    }

    /** Returns the answer; {@code ended} runs when nothing is waited for any more. */
    LaterReply reply(Function<List<CommandResult>, Reply> writing, Runnable ended) {
        CompletableFuture<?> unused = late.whenComplete((names, failure) -> ended.run());
        return new LaterReply(this, writing);
    }

    @Override
    public List<CommandResult> await() {
        List<CommandResult> results = commit.await();
        // Without a call of whenSettled it begins here.
        beginToWait();
        wait.require(late.join());
        return results;
    }

    @Override
    public void whenSettled(Runnable next) {
        CompletableFuture<?> ignored = late.whenComplete((names, failure) -> next.run());
        commit.whenSettled(this::beginToWait);
    }

    private void beginToWait() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        try {
            List<CommandResult> ignored = commit.await();
            CompletableFuture<?> unused = wait.begin(follower, givenUp).whenComplete(this::ended);
            lookLater();
        } catch (RuntimeException refused) {
            // The reply says why.
            ended(List.of(), null);
        }
    }

    private void lookLater() {
        if (!late.isDone()) {
            later.execute(this::look);
        }
    }

    private void look() {
        if (late.isDone()) {
            return;
        }
        if (hasLeft.getAsBoolean()) {
            boolean ignored = givenUp.complete(null);
        } else {
            lookLater();
        }
    }

    private void ended(@Nullable List<String> names, @Nullable Throwable failure) {
        boolean ignored =
                failure == null ? late.complete(Objects.requireNonNull(names)) : late.completeExceptionally(failure);
    }
}
