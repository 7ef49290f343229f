package io.mintmark.server.documents.batch;

import io.mintmark.MintmarkException;
import io.mintmark.storage.StorageClosedException;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.support.Pending;
import io.mintmark.web.http.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a stream on their way to stable storage, in groups: one is being filled while the one before it is
 * being committed, and never more than these two are in memory.
 *
 * <p>A refused command ends the stream, and all commands before it are stored: the group that holds it is committed
 * again in halves, down to the one. Used by one thread at a time.
 */
final class CommitGroups {
    /**
     * Commands of a group: enough to make a sync cheap for each, few enough that others do not wait long for the
     * writer.
     */
    private static final int COMMANDS_MAX = 1_000;

    private static final int BYTES_MAX = 1 << 20;
    /** What a command takes in memory beside its bytes: its id, what it expects, the objects around them. */
    private static final int COMMAND_OVERHEAD_BYTES = 512;

    /** Commands that take effect together, where they are, and how much memory they take. */
    private record Group(List<DocumentCommand> commands, Pending<List<CommandResult>> commit, long bytes) {}

    private final Function<List<DocumentCommand>, Pending<List<CommandResult>>> storage;
    private final Runnable beforeWaiting;
    private final Consumer<List<CommandResult>> whenCommitted;
    private final StreamMemory memory;
    private List<DocumentCommand> filling = new ArrayList<>();
    private int fillingBytes;
    private @Nullable Group underWay;

    /**
     * Hands groups to {@code storage}, and what became of them to {@code whenCommitted}; takes {@code memory} for them,
     * and runs {@code beforeWaiting} before each wait for the disk.
     */
    CommitGroups(
            Function<List<DocumentCommand>, Pending<List<CommandResult>>> storage,
            Runnable beforeWaiting,
            Consumer<List<CommandResult>> whenCommitted,
            StreamMemory memory) {
        this.storage = storage;
        this.beforeWaiting = beforeWaiting;
        this.whenCommitted = whenCommitted;
        this.memory = memory;
    }

    /** Adds a command that takes {@code bytes} of memory; waits for an earlier group where this one is full. */
    void add(DocumentCommand command, int bytes) {
        hold(COMMAND_OVERHEAD_BYTES + bytes);
        filling.add(command);
        fillingBytes += bytes;
        if (filling.size() >= COMMANDS_MAX || fillingBytes >= BYTES_MAX) {
            handOver();
        }
    }

    /** Takes memory for the stream; where there is none left, for that of the commands, which are committed first. */
    void hold(long bytes) {
        try {
            memory.hold(bytes);
        } catch (ApiException noRoom) {
            flush();
            memory.hold(bytes);
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
        forgetFilling();
        settle();
    }

    private void handOver() {
        settle();
        List<DocumentCommand> full = filling;
        long bytes = heldForFilling();
        filling = new ArrayList<>();
        fillingBytes = 0;
        try {
            underWay = new Group(full, storage.apply(full), bytes);
        } catch (RuntimeException e) {
            // It was not taken, and is not offered again: what follows a refusal is not to be stored.
            memory.letGo(bytes);
            throw e;
        }
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
            forgetFilling();
            throw e;
        } finally {
            memory.letGo(group.bytes());
        }
    }

    private void forgetFilling() {
        memory.letGo(heldForFilling());
        filling.clear();
        fillingBytes = 0;
    }

    private long heldForFilling() {
        return fillingBytes + (long) COMMAND_OVERHEAD_BYTES * filling.size();
    }

    private void commit(List<DocumentCommand> commands, Pending<List<CommandResult>> commit) {
        List<CommandResult> results;
        beforeWaiting.run();
        try {
            results = commit.await();
        } catch (StorageFailedException | StorageUnreachableException | StorageClosedException hopeless) {
            throw hopeless;
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
