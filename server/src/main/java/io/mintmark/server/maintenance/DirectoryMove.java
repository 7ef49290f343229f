package io.mintmark.server.maintenance;

import io.mintmark.MintmarkException;
import io.mintmark.document.NodeTag;
import io.mintmark.server.StoreSettings;
import io.mintmark.storage.lifecycle.MovedTable;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.postgresql.StoreVisit;
import io.mintmark.storage.postgresql.catalog.StoreMove;
import io.mintmark.storage.sqlite.MovedDirectory;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.storage.sqlite.directory.DirectoryCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * Moves all databases of a directory, whose server is stopped, into a store. Used by one thread.
 *
 * <p><b>Why no number comes twice.</b> The directory is locked, and marked as moved before the store puts the databases
 * on its list: a crash in between leaves a directory that no server starts on, and the next attempt sees in the store
 * how far it came.
 */
public final class DirectoryMove implements AutoCloseable {
    private static final NodeTag NO_TAG = NodeTag.of("A");

    private final MovedDirectory directory;
    private final StoreVisit visit;
    private final String where;

    private DirectoryMove(MovedDirectory directory, StoreVisit visit, String where) {
        this.directory = directory;
        this.visit = visit;
        this.where = where;
    }

    /**
     * What moved of one database.
     *
     * @param database its name
     * @param counters how many counters
     * @param identities how many identities
     * @param documents how many documents
     */
    public record Moved(String database, long counters, long identities, long documents) {}

    /**
     * Locks the directory and enters the store.
     *
     * @throws MintmarkException if a server uses the directory, or the store cannot be entered
     */
    public static DirectoryMove open(Path directory, StoreSettings store) {
        DirectoryCheck.requireData(directory);
        MovedDirectory from = MovedDirectory.open(
                new SqliteSettings(directory, NO_TAG, Duration.ofDays(1), 1, InstantSource.system()));
        try {
            return new DirectoryMove(
                    from,
                    StoreVisit.openOrBegin(StoreAddress.of(store)),
                    StoreAddress.of(store).shown());
        } catch (RuntimeException | Error e) {
            from.close();
            throw e;
        }
    }

    /**
     * Moves them all, or none.
     *
     * @param progress hears now and then how far it is
     * @return what moved; empty if all of it had moved before
     */
    public List<Moved> run(Progress progress) {
        StoreMove move = visit.move(directory, progress);
        directory.requireNotElsewhere(move.storeId());
        if (move.isDone()) {
            directory.mark(where, move.storeId());
            return List.of();
        }
        move.require();
        try {
            List<Moved> moved = move.copy().stream().map(DirectoryMove::moved).toList();
            finish(move);
            return moved;
        } catch (RuntimeException | Error e) {
            undo(move, e);
            throw e;
        }
    }

    private static Moved moved(StoreMove.Moved each) {
        return new Moved(
                each.database(),
                each.rows().getOrDefault(MovedTable.COUNTER, 0L),
                each.rows().getOrDefault(MovedTable.IDENTITY, 0L),
                each.rows().getOrDefault(MovedTable.DOCUMENT, 0L));
    }

    private void finish(StoreMove move) {
        directory.mark(where, move.storeId());
        move.finish();
    }

    /** What may have come to its end stays marked: the next attempt looks. */
    private void undo(StoreMove move, Throwable why) {
        try {
            if (!move.isDone()) {
                move.undo();
                directory.unmark();
            }
        } catch (MintmarkException e) {
            why.addSuppressed(e);
        }
    }

    @Override
    public void close() {
        try (directory) {
            visit.close();
        }
    }
}
