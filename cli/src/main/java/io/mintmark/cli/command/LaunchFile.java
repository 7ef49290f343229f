package io.mintmark.cli.command;

import io.mintmark.cli.terminal.OneLine;
import io.mintmark.decimal.DecimalId;
import io.mintmark.decimal.LaunchRefusedException;
import io.mintmark.internal.FailureText;
import io.mintmark.support.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A launch log in a file: a line for each launch, its id, time, user and note with tabs between them.
 *
 * <p>A line is on stable storage, and so is the file's name, before its id is told to anybody. One process at a time
 * writes; others wait, and so do the threads of one. A last line without its end was never told: a crash cut it off,
 * and it is removed. Any other line that is not the successor of the one before it stops everything: an id that was
 * used must not be lost.
 *
 * <p>The log is all that is known. If it is removed, put back from an older copy or cut off after one of its lines, its
 * ids are told again, and nothing here can notice; id 1 is therefore told with a remark. Nor can it be seen that two
 * places, such as two machines, keep a log each. Locks are those of the operating system: the log belongs on a local
 * disk.
 */
final class LaunchFile {
    private static final String NAME = "launches.log";
    private static final long BYTES_MAX = 256L << 20;

    /**
     * One thread at a time: a file that a process locks is unlocked when the process closes it anywhere, so that a
     * thread which tries in vain would let other processes in beside the one that writes.
     */
    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

    private final Path file;
    private final DirectorySync sync;

    /** Puts what a directory names on stable storage. */
    @FunctionalInterface
    interface DirectorySync {
        void force(Path directory) throws IOException;
    }

    LaunchFile(Path directory) {
        this(directory, LaunchFile::force);
    }

    LaunchFile(Path directory, DirectorySync sync) {
        this.file = directory.resolve(NAME);
        this.sync = sync;
    }

    /** Appends a launch and returns its id. */
    int append(Entry entry) {
        IN_THIS_PROCESS.lock();
        try {
            return appendAlone(entry);
        } catch (OverlappingFileLockException e) {
            throw new LaunchRefusedException(
                    "The launch log " + file + " is being written by this process: one at a time.");
        } catch (IOException e) {
            throw new LaunchRefusedException("The launch log " + file + " cannot be written (" + FailureText.of(e)
                    + "): no launch id was" + " drawn; see to the disk, then draw again.");
        } finally {
            IN_THIS_PROCESS.unlock();
        }
    }

    private int appendAlone(Entry entry) throws IOException {
        PrivateFiles.createDirectory(directory());
        PrivateFiles.create(file);
        @Nullable Object identity = identity();
        try (FileChannel log = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = log.lock()) {
            assert lock.isValid();
            requireStill(identity);
            int id = append(log, entry);
            requireStill(identity);
            return id;
        }
    }

    private @Nullable Object identity() throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /** While a program waits for a file, its name may come to mean another one; an id in the old one would be lost. */
    private void requireStill(@Nullable Object identity) throws IOException {
        if (Files.notExists(file) || !Objects.equals(identity, identity())) {
            throw new LaunchRefusedException("The launch log " + file
                    + " was replaced or removed while a launch was written: no launch id was drawn; see that it is the"
                    + " right file, then draw again.");
        }
    }

    private Path directory() {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? Path.of("/") : parent;
    }

    private int append(FileChannel log, Entry entry) throws IOException {
        byte[] told = toldBytes(log);
        int id = lastId(new String(told, StandardCharsets.UTF_8)) + 1;
        if (id > DecimalId.LAUNCH_MAX) {
            throw new LaunchRefusedException("The launch log " + file + " has had all " + DecimalId.LAUNCH_MAX
                    + " launches: begin a new column of ids with a new log.");
        }
        log.truncate(told.length);
        write(log, told, 0);
        write(log, lineOf(id, entry).getBytes(StandardCharsets.UTF_8), told.length);
        log.force(true);
        forceNames(told.length == 0);
        return id;
    }

    /**
     * Writes bytes at a place. What is there already is written again with each launch: of lines whose sync failed
     * before, the system may believe that they are on the disk, and would sync nothing but the new one after them.
     */
    private static void write(FileChannel log, byte[] bytes, long place) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            int ignored = log.write(rest, place + rest.position());
        }
    }

    private static String lineOf(int id, Entry entry) {
        return id + "\t" + entry.at() + "\t" + oneField(entry.by()) + "\t" + oneField(entry.note()) + "\n";
    }

    private static String oneField(String text) {
        return OneLine.of(text);
    }

    /**
     * Returns everything up to the last end of a line, without a last line that holds a zero byte: the power was cut
     * while it was written, and of its sectors an earlier one was lost.
     */
    private byte[] toldBytes(FileChannel log) throws IOException {
        if (log.size() > BYTES_MAX) {
            throw new LaunchRefusedException("The launch log " + file + " has more than " + BYTES_MAX
                    + " bytes, which is more than its lines can have: put the right file back.");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) log.size());
        while (bytes.hasRemaining() && log.read(bytes, bytes.position()) >= 0) {
            continue;
        }
        int end = endOfLine(bytes, bytes.position());
        int begin = endOfLine(bytes, end - 1);
        boolean torn = false;
        for (int i = begin; i < end; i++) {
            torn |= bytes.get(i) == 0;
        }
        byte[] told = new byte[torn ? begin : end];
        bytes.get(0, told);
        return told;
    }

    /** Returns where the last line ends that ends at or before a place. */
    private static int endOfLine(ByteBuffer bytes, int place) {
        int end = Math.max(0, place);
        while (end > 0 && bytes.get(end - 1) != '\n') {
            end--;
        }
        return end;
    }

    private int lastId(String told) {
        List<String> lines = told.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).startsWith((i + 1) + "\t")) {
                throw new LaunchRefusedException("The launch log " + file + " is damaged: line " + (i + 1)
                        + " must begin with " + (i + 1) + " and a tab; put a good copy back, or repair that line.");
            }
        }
        return lines.size();
    }

    /**
     * The file's name is in its directory, which has to be synced of its own. So is the directory's in the one above:
     * until a first line was told, any of them may be new.
     */
    private void forceNames(boolean first) throws IOException {
        Path directory = directory();
        sync.force(directory);
        for (Path above = directory.getParent(); first && above != null; above = above.getParent()) {
            try {
                sync.force(above);
            } catch (AccessDeniedException e) {
                // Nothing was made there by somebody who may not even look.
            }
        }
    }

    private static void force(Path path) throws IOException {
        try (FileChannel directory = FileChannel.open(path, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    /** What the launch log remembers of a launch beside its id. */
    record Entry(Instant at, String by, String note) {
        static final int NOTE_CHARS_MAX = 500;

        static Entry now(InstantSource clock, String note) {
            String host = System.getenv().getOrDefault("HOSTNAME", "");
            String user = System.getProperty("user.name", "");
            return new Entry(
                    clock.instant().truncatedTo(ChronoUnit.SECONDS), host.isEmpty() ? user : user + "@" + host, note);
        }
    }
}
