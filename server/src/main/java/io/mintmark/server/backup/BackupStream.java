package io.mintmark.server.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.MintmarkException;
import io.mintmark.internal.FailureText;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Image;
import io.mintmark.support.OwnVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One backup while it is made: the next part is written when somebody asks for it, so that no more than a part is in
 * memory, and nobody waits for a slow reader but the log of the database that is being read.
 *
 * <p><b>The order.</b> Each database is read at a moment of its own, after the backup began. The catalog comes last,
 * and if it lists a database that is not there yet, that one is read first and the catalog anew. A database that was
 * deleted meanwhile is in the archive, in part perhaps, but not in the manifest. So files and catalog fit.
 *
 * <p><b>The end.</b> Only the manifest makes a backup complete, and it is written last. If anything fails, the archive
 * ends with an entry that says why. It counts as a backup once its last part is where it was to go, of which it is told
 * by {@link #arrived}.
 *
 * <p>Parts are written by one thread at a time; {@link #end} and {@link #close} are for any thread.
 */
public final class BackupStream implements AutoCloseable {
    /** How many bytes a part has at most. */
    public static final int PART_BYTES = 64 << 10;

    private final BackupSource source;
    private final InstantSource clock;
    private final Backups backups;
    private final Instant begun;
    private final long bytesExpected;
    private final BackupArchive archive;
    private final byte[] buffer = new byte[PART_BYTES];
    private final DatabasesToCopy databases;
    private @Nullable DatabaseEntry current;
    private @Nullable List<DatabaseEntry> listed;
    private boolean hasHead;
    private boolean over;
    private long bytesRead;
    private volatile @Nullable Image image;
    private volatile @Nullable String stopped;
    private @Nullable String failure;
    private boolean told;

    BackupStream(BackupSource source, InstantSource clock, Backups backups) {
        this.source = source;
        this.clock = clock;
        this.backups = backups;
        this.databases = new DatabasesToCopy(source);
        this.begun = clock.instant();
        // Here, since nobody closes what cannot be begun.
        this.bytesExpected = source.sizeBytes();
        this.archive = new BackupArchive(begun);
    }

    /** Returns when it began: what was acknowledged before is in it. */
    public Instant begun() {
        return begun;
    }

    /** Returns about how many bytes there will be. */
    public long bytesExpected() {
        return bytesExpected;
    }

    /** Writes the next part to {@code out}, and returns whether more follows. */
    public synchronized boolean writePart(OutputStream out) throws IOException {
        archive.to(out);
        if (over) {
            return false;
        }
        try {
            requireGoingOn();
            step();
        } catch (MintmarkException e) {
            failed(String.valueOf(e.getMessage()));
        }
        return !over;
    }

    private void requireGoingOn() {
        String why = stopped;
        if (why != null) {
            throw new BackupException(why);
        }
    }

    private void step() throws IOException {
        if (!hasHead) {
            archive.add(
                    BackupNames.HEAD, "A backup by Mintmark; restore it with `mintmark restore`.\n".getBytes(UTF_8));
            hasHead = true;
        } else if (archive.isInFile()) {
            copySome();
        } else if (databases.hasNext()) {
            beginDatabase(databases.next());
        } else if (listed == null) {
            beginCatalog();
        } else {
            complete(listed);
        }
    }

    private void beginDatabase(DatabaseEntry entry) throws IOException {
        try {
            Image opened = opened(source.image(entry));
            archive.begin(BackupNames.database(entry.number()));
            current = entry;
            databases.begun(new Manifest.Database(entry.number(), opened.position(), entry.name()));
        } catch (MintmarkException e) {
            skipIfGone(entry, e);
        }
    }

    /** It may have been ended just now. */
    private <T extends Image> T opened(T made) {
        image = made;
        if (stopped != null) {
            closeImage();
        }
        requireGoingOn();
        return made;
    }

    private void skipIfGone(DatabaseEntry entry, MintmarkException why) throws IOException {
        closeImage();
        if (stopped != null || source.has(entry)) {
            throw why;
        }
        databases.isGone(entry);
        if (archive.isInFile()) {
            archive.end(false);
        }
    }

    private void copySome() throws IOException {
        try {
            Image read = image;
            int length = read == null ? 0 : read.read(buffer);
            if (length > 0) {
                archive.write(buffer, length);
                bytesRead += length;
                return;
            }
            archive.end(true);
            closeImage();
        } catch (MintmarkException e) {
            DatabaseEntry entry = current;
            if (listed != null || entry == null) {
                throw e;
            }
            skipIfGone(entry, e);
        }
    }

    private void beginCatalog() throws IOException {
        databases.requireFewerCatalogs();
        List<DatabaseEntry> all = databases.allOf(opened(source.catalog()));
        if (databases.hasNext()) {
            closeImage();
        } else {
            listed = all;
            archive.begin(BackupNames.CATALOG);
        }
    }

    private void complete(List<DatabaseEntry> all) throws IOException {
        source.access().ifPresent(this::addAccess);
        Map<String, Manifest.Digested> files = new TreeMap<>();
        List<Manifest.Database> lines = databases.copied(all);
        for (Manifest.Database line : lines) {
            files.put(BackupNames.database(line.number()), archive.digested(BackupNames.database(line.number())));
        }
        for (String name : List.of(BackupNames.CATALOG, BackupNames.ACCESS)) {
            if (archive.has(name)) {
                files.put(name, archive.digested(name));
            }
        }
        Manifest manifest = new Manifest(OwnVersion.text(), source.node(), begun, clock.instant(), files, lines);
        archive.finish(Manifest.NAME, manifest.bytes());
        over = true;
        backups.made(this);
    }

    private void addAccess(byte[] bytes) {
        try {
            archive.add(BackupNames.ACCESS, bytes);
        } catch (IOException e) {
            throw new BackupException(
                    "The access list cannot be written into the backup (" + FailureText.of(e) + ").", e);
        }
    }

    private void failed(String why) throws IOException {
        closeImage();
        over = true;
        failure = why;
        ended(why);
        archive.finish(BackupNames.FAILED, why.getBytes(UTF_8));
    }

    private void closeImage() {
        Image read = image;
        image = null;
        if (read != null) {
            read.close();
        }
    }

    /** Returns whether it should be read faster, because too much is about to wait for it. */
    boolean isPressed() {
        Image read = image;
        return read != null && read.isPressed();
    }

    /** Returns how many bytes of databases were read so far. */
    public synchronized long bytesRead() {
        return bytesRead;
    }

    /** Returns why it is not complete, once that is so. */
    public synchronized @Nullable String failure() {
        return failure;
    }

    /** Lets it fail because of {@code why}: the next part says so. Frees at once what it holds. */
    public void end(String why) {
        stopped = why;
        Image read = image;
        if (read != null) {
            read.close();
        }
    }

    /** Takes note that all of it is where it was to go: sent, or in its file. */
    public void arrived() {
        ended(null);
    }

    /** Takes note, once, that it arrived, or {@code why} it did not. */
    void ended(@Nullable String why) {
        boolean first;
        synchronized (this) {
            first = !told;
            told = true;
        }
        if (first) {
            backups.ended(this, why);
        }
    }

    /** Gives it up if it has not arrived: nobody asks for its next part, or got its last one. */
    @Override
    public void close() {
        String why = "Nobody read the backup to its end.";
        end(why);
        synchronized (this) {
            failure = over ? failure : why;
            over = true;
            closeImage();
        }
        ended(why);
    }
}
