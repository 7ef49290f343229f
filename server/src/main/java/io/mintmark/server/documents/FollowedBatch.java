package io.mintmark.server.documents;

import io.mintmark.server.databases.DatabaseFollower;
import io.mintmark.server.http.LaterReply;
import io.mintmark.server.http.Reply;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.document.CommandResult;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A batch that is answered when it is durable and indexes have followed it. No thread waits for that. */
final class FollowedBatch {
    private final Pending<List<CommandResult>> commit;
    private final IndexesWait wait;
    private final DatabaseFollower follower;
    private final AtomicBoolean begun = new AtomicBoolean();
    /** The indexes that were late; none if there was nothing to wait for, since the batch was refused. */
    private final CompletableFuture<List<String>> late = new CompletableFuture<>();

    FollowedBatch(Pending<List<CommandResult>> commit, IndexesWait wait, DatabaseFollower follower) {
        this.commit = commit;
        this.wait = wait;
        this.follower = follower;
    }

    LaterReply reply(Function<List<CommandResult>, Reply> writing) {
        return new LaterReply(this::whenSettled, () -> {
            List<CommandResult> results = commit.await();
            // Without a call of whenSettled it begins here.
            beginToWait();
            wait.require(late.join());
            return writing.apply(results);
        });
    }

    private void whenSettled(Runnable next) {
        CompletableFuture<?> ignored = late.whenComplete((names, failure) -> next.run());
        commit.whenSettled(this::beginToWait);
    }

    private void beginToWait() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        try {
            List<CommandResult> ignored = commit.await();
            CompletableFuture<?> unused = wait.begin(follower).whenComplete(this::ended);
        } catch (RuntimeException refused) {
            // The reply says why.
            ended(List.of(), null);
        }
    }

    private void ended(@Nullable List<String> names, @Nullable Throwable failure) {
        boolean ignored =
                failure == null ? late.complete(Objects.requireNonNull(names)) : late.completeExceptionally(failure);
    }
}
