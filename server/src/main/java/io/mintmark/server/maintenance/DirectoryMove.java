package io.mintmark.server.maintenance;

import io.mintmark.MintmarkException;
import io.mintmark.server.StoreSettings;
import io.mintmark.storage.engine.StoreMaintenance;
import io.mintmark.storage.lifecycle.MoveSource;
import io.mintmark.storage.lifecycle.MoveTarget;
import io.mintmark.storage.lifecycle.Moved;
import io.mintmark.storage.lifecycle.MovedMark;
import io.mintmark.storage.lifecycle.Progress;
import java.nio.file.Path;
import java.util.List;

/**
 * Moves all databases of a directory, whose server is stopped, into a store. Used by one thread.
 *
 * <p><b>Why no number comes twice.</b> The directory is locked, and marked as moved before the store puts the databases
 * on its list: a crash in between leaves a directory that no server starts on, and the next attempt sees in the store
 * how far it came.
 */
public final class DirectoryMove implements AutoCloseable {
    private final Path directory;
    private final MoveSource source;
    private final StoreMaintenance store;

    private DirectoryMove(Path directory, MoveSource source, StoreMaintenance store) {
        this.directory = directory;
        this.source = source;
        this.store = store;
    }

    /**
     * Locks the directory.
     *
     * @throws MintmarkException if a server uses the directory, or the settings of the store cannot be
     */
    public static DirectoryMove open(Path directory, StoreSettings store) {
        MoveSource source = Maintenance.of(directory).openToMove();
        try {
            return new DirectoryMove(directory, source, Maintenance.of(store));
        } catch (RuntimeException | Error e) {
            source.close();
            throw e;
        }
    }

    /**
     * Enters the store, and moves all databases or none.
     *
     * @param progress hears now and then how far it is
     * @return what moved; empty if all of it had moved before
     * @throws MintmarkException if the store cannot be entered, or does not take them
     */
    public List<Moved> run(Progress progress) {
        try (MoveTarget target = store.moveHere(source, progress)) {
            MovedMark.requireNotElsewhere(directory, target.storeId());
            if (target.isDone()) {
                mark(target);
                return List.of();
            }
            target.require();
            return run(target);
        }
    }

    private List<Moved> run(MoveTarget target) {
        try {
            List<Moved> moved = target.copy();
            mark(target);
            target.finish();
            return moved;
        } catch (RuntimeException | Error e) {
            undo(target, e);
            throw e;
        }
    }

    /** Says durably that the databases moved, so that no server starts here. */
    private void mark(MoveTarget target) {
        MovedMark.put(directory, target.shown(), target.storeId());
    }

    /** What may have come to its end stays marked: the next attempt looks. */
    private void undo(MoveTarget target, Throwable why) {
        try {
            if (!target.isDone()) {
                target.undo();
                MovedMark.remove(directory);
            }
        } catch (MintmarkException e) {
            why.addSuppressed(e);
        }
    }

    @Override
    public void close() {
        source.close();
    }
}
