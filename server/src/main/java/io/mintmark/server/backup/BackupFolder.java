package io.mintmark.server.backup;

import io.mintmark.internal.FailureText;
import io.mintmark.support.DirectoryNames;
import io.mintmark.support.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of backups, each in a file named after the second in which it began. Nothing else in the folder is touched.
 *
 * <p>A backup has another name until it is complete and on the disk. It belongs to one server: what is kept is counted.
 */
public final class BackupFolder {
    private static final String BEGIN = "mintmark-";
    private static final String END = ".zip";
    private static final String UNFINISHED = ".part";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String NAME = BEGIN + "[0-9]{8}T[0-9]{6}Z\\" + END;

    private final Path folder;
    private final MountPoint mounted;

    /** What is being written; another thread may ask to {@link #abandon} it. */
    private volatile @Nullable Path underWay;

    /** A folder, which must be there whenever it is used. */
    public BackupFolder(Path folder) {
        this(folder, MountPoint.of(folder));
    }

    BackupFolder(Path folder, MountPoint mounted) {
        this.folder = folder;
        this.mounted = mounted;
    }

    /** Creates the folder if it is missing, and only this one: a disk that is not mounted is no folder. */
    public void create() {
        try {
            PrivateFiles.createDirectory(folder);
        } catch (IOException e) {
            throw new BackupException(
                    "The folder for backups " + folder + " cannot be made (" + FailureText.of(e) + ").", e);
        }
    }

    /** Refuses a folder that is missing, or cannot be listed or written to. */
    public void require() {
        if (Files.notExists(folder)) {
            throw new BackupException(
                    "The folder for backups " + folder + " must exist, but does not: mount its disk, or make"
                            + " it with `install -d -m 700 " + folder + "` as the user who runs the server.");
        }
        mounted.requireStill();
        if (!Files.isDirectory(folder)) {
            throw new BackupException("The folder for backups must be a folder, but is a file: " + folder + ".");
        }
        if (!Files.isWritable(folder)) {
            throw new BackupException("The folder for backups must be writable, but is not: " + folder + ".");
        }
        Optional<Instant> ignored = newest();
    }

    /** Writes a backup's bytes. */
    @FunctionalInterface
    public interface Content {
        /** Writes all of them; throws if they are no whole backup. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Adds the backup that began then, and returns its file; nothing is left of one that fails.
     *
     * @throws BackupException if {@code content} throws it, or the folder cannot be written to
     */
    public Path add(Instant begun, Content content) {
        Path whole = folder.resolve(BEGIN + TIME.format(begun) + END);
        Path part = folder.resolve(whole.getFileName() + UNFINISHED);
        begin(part);
        underWay = part;
        try {
            if (Files.exists(whole)) {
                throw new BackupException("There is a backup of this second already: " + whole + "; try again.");
            }
            write(part, content);
            Path ignored = Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
            DirectoryNames.sync(folder);
            return whole;
        } catch (IOException | UncheckedIOException e) {
            remove(part);
            throw unwritten(e);
        } catch (RuntimeException | Error e) {
            remove(part);
            throw e;
        } finally {
            underWay = null;
        }
    }

    /** Removes what {@link #add} has written so far, if it is writing: for a process that is told to end. */
    public void abandon() {
        Path part = underWay;
        if (part != null) {
            remove(part);
        }
    }

    /** From here on the file is this one's: a server and a command may begin in one second. */
    private void begin(Path part) {
        try {
            require();
            PrivateFiles.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                    .close();
        } catch (FileAlreadyExistsException e) {
            throw new BackupException(
                    "A backup of this second is under way, or a crash left it: " + part + "; try again.", e);
        } catch (IOException | UncheckedIOException e) {
            throw unwritten(e);
        }
    }

    private BackupException unwritten(Exception e) {
        return new BackupException(
                "The backup cannot be written to " + folder + " (" + FailureText.of(e)
                        + "): it must be writable and have room.",
                e);
    }

    private static void write(Path part, Content content) throws IOException {
        try (FileChannel channel = PrivateFiles.open(part, StandardOpenOption.WRITE);
                Synced out = new Synced(channel)) {
            content.writeTo(out);
            channel.force(true);
        }
    }

    /** Syncs often: one long sync in the end would hold up those of the server's own log on the same disk. */
    private static final class Synced extends OutputStream {
        private static final long BYTES = 8 << 20;

        private final FileChannel channel;
        private long unsynced;

        Synced(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
            while (rest.hasRemaining()) {
                unsynced += channel.write(rest);
            }
            if (unsynced >= BYTES) {
                channel.force(false);
                unsynced = 0;
            }
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Its name says what it is, and the next start removes it.
        }
    }

    /** Removes what a crash left of backups under way; nobody may be making one. */
    public void removeUnfinished() {
        files(NAME + "\\" + UNFINISHED).forEach(BackupFolder::remove);
    }

    /**
     * Removes the oldest backups until there are {@code count}, and returns those that are gone. None is younger than
     * {@code latest}, which was just made: one with a later name was made before the clock was set back, and goes
     * first.
     */
    public List<Path> keep(int count, Path latest) {
        List<Path> all = new ArrayList<>(files(NAME));
        Collections.rotate(all, all.size() - 1 - all.indexOf(latest));
        List<Path> old = new ArrayList<>(all.subList(0, Math.max(0, all.size() - count)));
        old.removeIf(file -> {
            remove(file);
            return Files.exists(file);
        });
        return old;
    }

    /** Returns when the newest backup in it began. */
    public Optional<Instant> newest() {
        List<Path> all = files(NAME);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        String name = String.valueOf(all.get(all.size() - 1).getFileName());
        return Optional.of(TIME.parse(name.substring(BEGIN.length(), name.length() - END.length()), Instant::from));
    }

    /** Oldest first. */
    private List<Path> files(String pattern) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> String.valueOf(file.getFileName()).matches(pattern))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new BackupException("The folder " + folder + " cannot be listed (" + FailureText.of(e) + ").", e);
        }
    }
}
