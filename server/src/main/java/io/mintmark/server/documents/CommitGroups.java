package io.mintmark.server.documents;

import io.mintmark.MintmarkException;
import io.mintmark.server.storage.CommandResult;
import io.mintmark.server.storage.DocumentCommand;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.StorageFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a stream on their way to stable storage, in groups: one is being filled while the one before it is being
 * committed, and never more than these two are in memory.
 *
 * <p>A refused command ends the stream, and all commands before it are stored: the group that holds it is committed again
 * in halves, down to the one. Used by one thread at a time.
 */
final class CommitGroups {
    /** Enough to make a sync cheap for each of them, few enough that others do not wait long for the writer. */
    private static final int COMMANDS_MAX = 1_000;

    private static final int BYTES_MAX = 1 << 20;

    /** Commands that take effect together, and where they are. */
    private record Group(List<DocumentCommand> commands, Pending<List<CommandResult>> commit) {}

    private final Function<List<DocumentCommand>, Pending<List<CommandResult>>> storage;
    private final Consumer<List<CommandResult>> whenCommitted;
    private List<DocumentCommand> filling = new ArrayList<>();
    private int fillingBytes;
    private @Nullable Group underWay;

    /** Hands groups to {@code storage}, and what became of them to {@code whenCommitted}. */
    CommitGroups(
            Function<List<DocumentCommand>, Pending<List<CommandResult>>> storage,
            Consumer<List<CommandResult>> whenCommitted) {
        this.storage = storage;
        this.whenCommitted = whenCommitted;
    }

    /** Adds a command that takes {@code bytes} of memory; waits for an earlier group where this one is full. */
    void add(DocumentCommand command, int bytes) {
        filling.add(command);
        fillingBytes += bytes;
        if (filling.size() >= COMMANDS_MAX || fillingBytes >= BYTES_MAX) {
            handOver();
        }
    }

    /** Commits all that was added, and returns when it is on stable storage. */
    void flush() {
        if (!filling.isEmpty()) {
            handOver();
        }
        settle();
    }

    /** Forgets what was not handed over yet, and returns when the rest is on stable storage. */
    void abandon() {
        filling.clear();
        fillingBytes = 0;
        settle();
    }

    private void handOver() {
        settle();
        underWay = new Group(filling, storage.apply(filling));
        filling = new ArrayList<>();
        fillingBytes = 0;
    }

    private void settle() {
        Group group = underWay;
        if (group == null) {
            return;
        }
        underWay = null;
        try {
            commit(group.commands(), group.commit());
        } catch (RuntimeException e) {
            // What follows a refused command is not to be stored.
            filling.clear();
            fillingBytes = 0;
            throw e;
        }
    }

    private void commit(List<DocumentCommand> commands, Pending<List<CommandResult>> commit) {
        List<CommandResult> results;
        try {
            results = commit.await();
        } catch (StorageFailedException unknown) {
            throw unknown;
        } catch (MintmarkException refused) {
            if (commands.size() == 1) {
                throw refused;
            }
            commitHalf(commands.subList(0, commands.size() / 2));
            commitHalf(commands.subList(commands.size() / 2, commands.size()));
            return;
        }
        whenCommitted.accept(results);
    }

    private void commitHalf(List<DocumentCommand> commands) {
        commit(commands, storage.apply(commands));
    }
}
