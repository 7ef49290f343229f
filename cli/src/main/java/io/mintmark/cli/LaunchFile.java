package io.mintmark.cli;

import io.mintmark.number.DecimalId;
import io.mintmark.number.LaunchRefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A launch log in a file: a line for each launch, its id, time, user and note with tabs between them.
 *
 * <p>A line is on stable storage, and so is the file's name, before its id is told to anybody. One process at a time
 * writes; others wait. A last line without its end was never told: a crash cut it off, and it is removed. Any other line
 * that is not the successor of the one before it stops everything: an id that was used must not be lost.
 */
final class LaunchFile {
    private static final String NAME = "launches.log";
    private static final long BYTES_MAX = 256L << 20;

    private final Path file;

    LaunchFile(Path directory) {
        this.file = directory.resolve(NAME);
    }

    /** Appends a launch and returns its id. */
    int append(LaunchEntry entry) {
        try {
            Files.createDirectories(directory());
            try (FileChannel log = FileChannel.open(
                            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                    FileLock lock = log.lock()) {
                assert lock.isValid();
                return append(log, entry);
            }
        } catch (OverlappingFileLockException e) {
            throw new LaunchRefusedException(
                    "The launch log " + file + " is being written by this process: one at a time.");
        } catch (IOException e) {
            throw new LaunchRefusedException("The launch log " + file + " cannot be written (" + e
                    + "): no launch id was" + " drawn; see to the disk, then draw again.");
        }
    }

    private Path directory() {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? Path.of("/") : parent;
    }

    private int append(FileChannel log, LaunchEntry entry) throws IOException {
        byte[] told = toldBytes(log);
        int id = lastId(new String(told, StandardCharsets.UTF_8)) + 1;
        if (id > DecimalId.LAUNCH_MAX) {
            throw new LaunchRefusedException("The launch log " + file + " has had all " + DecimalId.LAUNCH_MAX
                    + " launches: begin a new column of ids with a new log.");
        }
        log.truncate(told.length);
        ByteBuffer line = ByteBuffer.wrap(lineOf(id, entry).getBytes(StandardCharsets.UTF_8));
        long at = told.length;
        while (line.hasRemaining()) {
            at += log.write(line, at);
        }
        log.force(true);
        forceName();
        return id;
    }

    private static String lineOf(int id, LaunchEntry entry) {
        return id + "\t" + entry.at() + "\t" + oneField(entry.by()) + "\t" + oneField(entry.note()) + "\n";
    }

    private static String oneField(String text) {
        return OneLine.of(text);
    }

    /** Returns everything up to the last end of a line. */
    private byte[] toldBytes(FileChannel log) throws IOException {
        if (log.size() > BYTES_MAX) {
            throw new LaunchRefusedException("The launch log " + file + " has more than " + BYTES_MAX
                    + " bytes, which is more than its lines can have: put the right file back.");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) log.size());
        while (bytes.hasRemaining() && log.read(bytes, bytes.position()) >= 0) {
            continue;
        }
        int end = bytes.position();
        while (end > 0 && bytes.get(end - 1) != '\n') {
            end--;
        }
        byte[] told = new byte[end];
        bytes.get(0, told);
        return told;
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

    /** The file's name is in its directory, which has to be synced of its own. */
    private void forceName() throws IOException {
        try (FileChannel directory = FileChannel.open(directory(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
