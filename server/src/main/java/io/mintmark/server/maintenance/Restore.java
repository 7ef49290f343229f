package io.mintmark.server.maintenance;

import io.mintmark.MintmarkException;
import io.mintmark.internal.FailureText;
import io.mintmark.server.backup.BackupException;
import io.mintmark.server.backup.BackupNames;
import io.mintmark.server.backup.BackupReader;
import io.mintmark.server.backup.Manifest;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.sqlite.file.DirectoryLock;
import io.mintmark.storage.sqlite.file.RestoredMark;
import io.mintmark.support.DirectoryNames;
import io.mintmark.support.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Puts a backup into an empty directory.
 *
 * <p>Files get other names until all of the backup was read and compared. A mark is there before the first of them and
 * stays: no server starts on the directory until every database was raised. What fails leaves the directory empty
 * again.
 */
public final class Restore {
    private static final String UNCHECKED = ".restoring";
    private static final Set<String> HARMLESS = Set.of("lost+found", "lock");

    private final Path directory;
    private final String backup;
    private final Progress progress;
    private final List<Path> made = new ArrayList<>();

    private Restore(Path directory, String backup, Progress progress) {
        this.directory = directory;
        this.backup = backup;
        this.progress = progress;
    }

    /** What the directory is for. */
    public enum Purpose {
        /** To be raised, and served then. */
        SERVE,
        /** To be looked at, and never served. */
        LOOK
    }

    /**
     * Restores a backup.
     *
     * @param in the backup, read to its end
     * @param name names it in messages and in the directory's mark
     * @param directory created if it is missing
     * @return what was restored
     * @throws MintmarkException if the directory is not empty, or the backup is not whole; the message says what to do
     */
    public static Manifest run(InputStream in, String name, Path directory, Purpose purpose, Progress progress) {
        return new Restore(directory, name, progress).run(in, purpose);
    }

    private Manifest run(InputStream in, Purpose purpose) {
        requireEmpty();
        boolean fresh = !Files.exists(directory);
        try {
            DataFiles.createDirectory(directory);
        } catch (IOException e) {
            throw new BackupException(
                    "The directory " + directory + " cannot be created (" + FailureText.of(e) + ").", e);
        }
        try (DirectoryLock lock = DirectoryLock.take(directory)) {
            return locked(in, purpose);
        } catch (RuntimeException | Error e) {
            if (fresh) {
                removeDirectory();
            }
            throw e;
        }
    }

    private Manifest locked(InputStream in, Purpose purpose) {
        requireEmpty();
        new RestoredMark(RestoredMark.Kind.UNFINISHED, backup, new TreeSet<>()).write(directory);
        try {
            Manifest manifest = BackupReader.read(in, backup, new Unchecked());
            putInPlace(manifest);
            mark(manifest, purpose);
            return manifest;
        } catch (RuntimeException | Error e) {
            undo();
            throw e;
        }
    }

    private void requireEmpty() {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !HARMLESS.contains(name))
                    .sorted()
                    .findFirst()
                    .ifPresent(name -> {
                        throw new BackupException("A backup is restored into an empty directory, but " + directory
                                + " has " + name + ": give another one with --data, or move everything out of it.");
                    });
        } catch (IOException e) {
            throw new BackupException(
                    "The directory " + directory + " cannot be listed (" + FailureText.of(e) + ").", e);
        }
    }

    /** Where the files of the backup go until all of it was read. */
    private final class Unchecked implements BackupReader.Sink {
        @Override
        public OutputStream file(String name) throws IOException {
            Path file = directory.resolve(name + UNCHECKED);
            made.add(file);
            FileChannel channel = PrivateFiles.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return new SyncedOutput(channel);
        }

        @Override
        public void read(long bytes) {
            progress.at(String.format(Locale.ROOT, "%,d bytes restored", bytes), 0, 0);
        }
    }

    /** A file that is on the disk once it is closed. */
    private static final class SyncedOutput extends OutputStream {
        private final FileChannel channel;
        private final OutputStream out;

        SyncedOutput(FileChannel channel) {
            this.channel = channel;
            this.out = Channels.newOutputStream(channel);
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            try (channel) {
                channel.force(true);
            }
        }
    }

    private void putInPlace(Manifest manifest) {
        try {
            for (String name : manifest.files().keySet()) {
                Path file = directory.resolve(name);
                Path ignored = Files.move(directory.resolve(name + UNCHECKED), file, StandardCopyOption.ATOMIC_MOVE);
                made.add(file);
            }
            if (manifest.files().containsKey(BackupNames.ACCESS)) {
                // Says that access control was set up, so that a list that is lost again is noticed.
                Path lock = directory.resolve(BackupNames.ACCESS + ".lock");
                PrivateFiles.create(lock);
                made.add(lock);
            }
            for (Path file : made) {
                if (String.valueOf(file.getFileName()).endsWith(UNCHECKED)) {
                    Files.deleteIfExists(file);
                }
            }
            DirectoryNames.sync(directory);
        } catch (IOException e) {
            throw new BackupException("The files of the backup cannot be put in place (" + FailureText.of(e) + ").", e);
        }
    }

    private void mark(Manifest manifest, Purpose purpose) {
        SortedSet<Long> numbers = new TreeSet<>();
        numbers.add(RestoredMark.SHARED);
        manifest.databases().forEach(each -> numbers.add(each.number()));
        if (purpose == Purpose.LOOK) {
            new RestoredMark(RestoredMark.Kind.LOOK, backup, numbers).write(directory);
        } else {
            new RestoredMark(RestoredMark.Kind.TO_BE_RAISED, backup, numbers).write(directory);
        }
    }

    /** The mark goes last: as long as a file is there, it must be, too. */
    private void undo() {
        try {
            for (Path file : made) {
                Files.deleteIfExists(file);
            }
            RestoredMark.remove(directory);
        } catch (IOException e) {
            // The mark says that the restore was cut off, and what to do.
        }
    }

    private void removeDirectory() {
        try {
            Files.deleteIfExists(directory.resolve("lock"));
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // It is empty, and the next restore takes it.
        }
    }
}
