package io.mintmark.storage.sqlite.directory;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.FailureText;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.support.ReplacedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file outside of the data directory that says how far each database had come: an older copy of the data is known by
 * it.
 *
 * <p>It holds what was committed, at most a second old, so it is never ahead of the data it vouches for, and a crash is
 * no alarm. It is replaced as a whole: written beside itself, synced, and renamed. A line is a database's id, its
 * incarnation, its last etag and its last lease serial. The
 * catalog has a line, too: its incarnation and how many commits it had. Safe for any number of threads.
 */
public final class Witness implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Witness.class);
    private static final long MILLIS = 1_000;
    private static final String CATALOG = "catalog/";
    private static final Pattern LINE =
            Pattern.compile("((?:" + CATALOG + ")?[A-Za-z0-9+/]{22}) ([0-9]{1,18}) ([0-9]{1,18}) ([0-9]{1,18})");

    private final Path file;
    private final Map<String, Known> known = new TreeMap<>();
    private final List<Supplier<StateRow>> watched = new ArrayList<>();
    private final Thread thread;
    private @Nullable SqliteCatalog catalog;
    private boolean closed;
    private boolean changed;
    private boolean begins;
    private volatile boolean failing;

    /** How far a database had come. */
    private record Known(long incarnation, long etag, long serial) {
        static Known of(StateRow state) {
            return new Known(state.incarnation(), state.etag(), state.leaseSerial());
        }

        /**
         * The last commit may be lost with a damaged end of the log, and nobody was told of it: see
         * {@code CatalogWriter}.
         */
        static Known of(SqliteCatalog catalog) {
            return new Known(catalog.life().incarnation(), catalog.committed() - 1, 0);
        }

        boolean isBeyond(Known now) {
            return now.incarnation < incarnation
                    || (now.incarnation == incarnation && (now.etag < etag || now.serial < serial));
        }

        String line(String id) {
            return id + ' ' + incarnation + ' ' + etag + ' ' + serial + '\n';
        }
    }

    private Witness(Path file) {
        this.file = file;
        thread = DaemonThreads.thread(Witness.class, "mintmark-witness", this::run);
    }

    /**
     * Reads {@code file}, and keeps it up to date from then on; begins with an empty one if there is none.
     *
     * @param directory the data directory, in which a witness would be put back together with what it vouches for
     */
    public static Witness open(Path file, Path directory) {
        Path absolute = file.toAbsolutePath().normalize();
        if (absolute.startsWith(directory.toAbsolutePath().normalize())) {
            throw new StorageFailedException("The witness " + file + " must lie outside of the data directory "
                    + directory + ": what is put back with the data cannot tell that the data is old.");
        }
        Witness witness = new Witness(absolute);
        witness.read();
        witness.thread.start();
        return witness;
    }

    private synchronized void read() {
        try {
            for (String line : Files.readAllLines(file)) {
                Matcher parts = LINE.matcher(line);
                if (!parts.matches()) {
                    throw new StorageFailedException("The witness " + file + " has a line that is none: '" + line
                            + "'. Put the right file back; without one, old copies of the data are not noticed.");
                }
                known.put(
                        parts.group(1),
                        new Known(
                                Long.parseLong(parts.group(2)),
                                Long.parseLong(parts.group(3)),
                                Long.parseLong(parts.group(4))));
            }
        } catch (NoSuchFileException none) {
            begins = true;
            changed = true;
        } catch (IOException e) {
            throw new StorageFailedException("The witness " + file + " cannot be read (" + FailureText.of(e) + ").", e);
        }
    }

    /** Returns whether the last change was written. */
    public boolean isWritten() {
        return !failing;
    }

    /** Refuses a database that had come further once. */
    public synchronized void require(String name, StateRow found) {
        Known once = known.get(found.databaseId());
        if (once != null && once.isBeyond(Known.of(found))) {
            throw new StorageFailedException("The database " + name + " is an older copy: it stands at incarnation "
                    + found.incarnation() + ", etag " + found.etag() + " and lease " + found.leaseSerial()
                    + ", but the witness " + file + " has seen " + once.incarnation + ", " + once.etag + " and "
                    + once.serial
                    + ". Numbers given out since would come again; run `mintmark raise` before it is used.");
        }
    }

    /** Watches the list of databases from now on; refuses one that had come further once. */
    public synchronized void watch(SqliteCatalog opened) {
        tellIfItBegins(opened);
        Known once = known.get(CATALOG + opened.life().id());
        if (once == null && known.keySet().stream().anyMatch(id -> id.startsWith(CATALOG))) {
            throw new StorageFailedException(
                    "The witness " + file + " has seen another list of databases than the one in"
                            + " the data directory, which is empty, or another one: numbers given out would come again. Mount the"
                            + " right disk, put the data back, or remove the witness if a new directory is meant.");
        }
        Known now = Known.of(opened);
        if (once != null && once.isBeyond(now)) {
            throw new StorageFailedException("The catalog of databases is an older copy: it stands at incarnation "
                    + now.incarnation + " and commit " + now.etag + ", but the witness " + file + " has seen "
                    + once.incarnation + " and " + once.etag
                    + ". Databases made since would begin anew; run `mintmark raise --all` before it is used.");
        }
        catalog = opened;
    }

    /**
     * For a new directory that is as it should be; otherwise somebody removed it, its disk is missing, or it is a new
     * one.
     */
    private void tellIfItBegins(SqliteCatalog opened) {
        if (!begins) {
            return;
        }
        if (opened.entries(Slice.ALL.atMost(1)).isEmpty()) {
            LOG.info("The witness {} begins here: what was before is not known.", file);
        } else {
            LOG.warn(
                    "The witness {} was missing and begins here, although there are databases: an older copy of them is not"
                            + " noticed this time. If it should have been there, stop the server and put it back.",
                    file);
        }
    }

    /** Watches an open database from now on; {@code committed} returns what is on stable storage. */
    public synchronized void watch(Supplier<StateRow> committed) {
        watched.add(committed);
    }

    /** Takes a last look at a database that closes. */
    public synchronized void forget(Supplier<StateRow> committed) {
        look(committed.get());
        watched.remove(committed);
        save();
    }

    /** Stops watching a database whose opening failed. */
    public synchronized void unwatch(Supplier<StateRow> committed) {
        watched.remove(committed);
    }

    private void look(StateRow state) {
        look(state.databaseId(), Known.of(state));
    }

    private void look(String id, Known now) {
        if (!now.equals(known.put(id, now))) {
            changed = true;
        }
    }

    private void lookAtAll() {
        watched.forEach(committed -> look(committed.get()));
        SqliteCatalog opened = catalog;
        if (opened != null) {
            look(CATALOG + opened.life().id(), Known.of(opened));
        }
    }

    private synchronized void run() {
        try {
            while (!closed) {
                lookAtAll();
                save();
                wait(MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A witness that cannot be written stops nothing: it is told once, and tried again. */
    private void save() {
        if (!changed) {
            return;
        }
        try {
            replace();
            changed = false;
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                // As a text: what is thrown and stands last would be taken for a stack, and not for the second blank.
                String why = FailureText.of(e);
                LOG.warn("The witness {} cannot be written ({}): old copies of the data may go unnoticed.", file, why);
            }
            failing = true;
        }
    }

    private void replace() throws IOException {
        StringBuilder lines = new StringBuilder();
        known.forEach((id, state) -> lines.append(state.line(id)));
        ReplacedFile.write(file, lines.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** Writes what is left to be written, and ends. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            lookAtAll();
            save();
            notifyAll();
        }
        Uninterruptibly.run(thread::join);
    }
}
