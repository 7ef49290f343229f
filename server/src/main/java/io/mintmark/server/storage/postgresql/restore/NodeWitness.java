package io.mintmark.server.storage.postgresql.restore;

import io.mintmark.server.files.PrivateFiles;
import io.mintmark.server.files.ReplacedFile;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.group.OneThread;
import io.mintmark.server.storage.postgresql.claim.Written;
import io.mintmark.server.storage.postgresql.pool.Statements;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's file that says how far it had come in each database when it acknowledged something last: a store that shows less was
 * put back from a backup, or lost what it had promised. Safe for any number of threads.
 *
 * <p>It holds what was acknowledged, at most a second old, so it is never ahead of the store it vouches for, and a crash is no
 * alarm. It knows what this node wrote and nothing of the others.
 */
public final class NodeWitness implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWitness.class);

    private final Path file;
    private final Map<String, Seen> seen = new TreeMap<>();
    private final ExecutorService thread =
            OneThread.named("mintmark-witness", new LinkedBlockingQueue<>(), (task, executor) -> {});

    private boolean changed;
    private boolean saving;
    private boolean failing;

    private NodeWitness(Path file) {
        this.file = file;
    }

    /**
     * Reads the file, or begins with an empty one.
     *
     * @throws StorageFailedException if it cannot be read, or is none
     */
    public static NodeWitness open(Path file) {
        NodeWitness witness = new NodeWitness(file.toAbsolutePath());
        witness.read();
        return witness;
    }

    private synchronized void read() {
        try {
            for (String line : Files.readAllLines(file)) {
                Seen one = Seen.of(line)
                        .orElseThrow(() -> new StorageFailedException("The witness " + file + " has a line that is none: '"
                                + line + "'. Put the right file back; without one, a store that was put back from an old"
                                + " backup is not noticed."));
                seen.put(key(one), one);
            }
        } catch (NoSuchFileException none) {
            LOG.info("The witness {} begins here: what was before is not known.", file);
        } catch (IOException e) {
            throw new StorageFailedException("The witness " + file + " cannot be read (" + e + ").", e);
        }
    }

    private static String key(Seen one) {
        return one.databaseId() + ' ' + one.written().node();
    }

    /** Returns the refusal of a store in which any database has less than was seen of it; empty if none has. */
    public synchronized Optional<StorageFailedException> refusal(Connection connection) throws SQLException {
        for (Seen once : List.copyOf(seen.values())) {
            Optional<StorageFailedException> refused = Statements.row(
                            connection,
                            row -> refusal(
                                    row.getString(1),
                                    row.getLong(2),
                                    once,
                                    row.getString(3) == null
                                            ? new Written(once.written().node(), 0, 0, 0)
                                            : Written.of(row, 3)),
                            "SELECT d.name, d.incarnation, s.node, s.etag, s.serial, s.groups FROM database d"
                                    + " LEFT JOIN node_state s ON s.database = d.number AND s.node = ?"
                                    + " WHERE d.database_id = ?",
                            once.written().node(),
                            once.databaseId())
                    .flatMap(found -> found);
            if (refused.isPresent()) {
                return refused;
            }
        }
        return Optional.empty();
    }

    /** Returns the refusal of a database that shows less than this node had acknowledged there; empty if it does not. */
    public Optional<StorageFailedException> refusal(String name, long incarnation, Seen once, Written now) {
        if (!once.isBeyond(incarnation, now)) {
            return Optional.empty();
        }
        return Optional.of(new StorageFailedException("The store is an older copy: its database " + name
                + " stands at " + Seen.words(incarnation, now) + " of node " + now.node() + ", but the witness " + file
                + " has seen " + Seen.words(once.incarnation(), once.written())
                + ". Numbers given out since would come again: stop all servers and run `mintmark raise --store` before"
                + " they are used."));
    }

    /** Takes note of how far the node had come; returns at once. */
    public synchronized void saw(Collection<Seen> now) {
        for (Seen one : now) {
            if (!one.equals(seen.put(key(one), one))) {
                changed = true;
            }
        }
        if (changed && !saving) {
            saving = true;
            thread.execute(this::save);
        }
    }

    /** A witness that cannot be written stops nothing: it is told once, and tried again. */
    private void save() {
        String lines = lines();
        try {
            Path directory = file.getParent();
            if (directory != null && !Files.isDirectory(directory)) {
                PrivateFiles.createDirectories(directory);
            }
            ReplacedFile.write(file, lines.getBytes(StandardCharsets.US_ASCII));
            saved(true);
        } catch (IOException | RuntimeException e) {
            if (saved(false)) {
                LOG.warn(
                        "The witness {} cannot be written ({}): a store that is put back from an old backup may go unnoticed.",
                        file,
                        e.toString());
            }
        }
    }

    private synchronized String lines() {
        changed = false;
        StringBuilder lines = new StringBuilder();
        seen.values().forEach(one -> lines.append(one.line()));
        return lines.toString();
    }

    /** Returns whether a failure is news. */
    private synchronized boolean saved(boolean done) {
        boolean news = !done && !failing;
        failing = !done;
        changed |= !done;
        saving = false;
        return news;
    }

    /** Writes what is left to be written, and ends. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(5, TimeUnit.SECONDS)) {
                LOG.warn("The witness {} takes long to write; it is left to itself.", file);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (hasChanged()) {
            save();
        }
    }

    private synchronized boolean hasChanged() {
        return changed;
    }
}
