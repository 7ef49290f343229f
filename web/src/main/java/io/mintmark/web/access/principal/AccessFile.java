package io.mintmark.web.access.principal;

import io.mintmark.MintmarkException;
import io.mintmark.internal.FailureText;
import io.mintmark.support.DirectoryNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The access list in a data directory: read and changed by a server and by commands beside it. Thread-safe.
 *
 * <p><b>Changes are whole and durable.</b> A list is written beside the old one, synced, and takes its name; the name
 * is synced before the change is acknowledged. A reader gets the old list or the new one. Processes and threads change
 * it one after the other.
 *
 * <p><b>Nobody else writes it.</b> A list that a group or others may write, or that lies where others may put another
 * one in its place, is refused. It holds digests only, so a group may be let in to read it.
 */
public final class AccessFile implements StoredAccessList {
    /** The name of the file in a data directory. */
    public static final String NAME = "access";

    private static final String NEXT = NAME + ".next";
    private static final String LOCK = NAME + ".lock";
    private static final int BYTES_MAX = 16 << 20;
    /** A change is obeyed within a second, also on a busy machine. */
    private static final Optional<Duration> LOOK_EVERY = Optional.of(Duration.ofMillis(500));

    /** One thread at a time: to close a file anywhere in a process gives up the process's lock of it. */
    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

    private final Path directory;
    private final Path file;
    private final Path lock;
    private final NamesSync names;

    /** Makes the names in a directory durable. */
    @FunctionalInterface
    interface NamesSync {
        void sync(Path directory) throws IOException;
    }

    /** Looks at the list in a data directory, which need not be there. */
    public AccessFile(Path directory) {
        this(directory, DirectoryNames::sync);
    }

    AccessFile(Path directory, NamesSync names) {
        this.directory = directory;
        this.file = directory.resolve(NAME);
        this.lock = directory.resolve(LOCK);
        this.names = names;
    }

    /** What changes whenever a file is replaced or written to. */
    public record Stamp(@Nullable Object key, @Nullable FileTime modified, long size) {
        public static final Stamp MISSING = new Stamp(null, null, -1);
    }

    /** Returns whether a directory has a list, or had one. */
    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(NAME), LinkOption.NOFOLLOW_LINKS)
                || Files.exists(directory.resolve(LOCK), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public Optional<Duration> lookEvery() {
        return LOOK_EVERY;
    }

    /** Returns the stamp; where there is no directory there is no list, and the storage says what is wrong. */
    @Override
    public Stamp stamp() throws IOException {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return new Stamp(found.fileKey(), found.lastModifiedTime(), found.size());
        } catch (NoSuchFileException e) {
            return Stamp.MISSING;
        } catch (FileSystemException e) {
            if (hasNoDirectory()) {
                return Stamp.MISSING;
            }
            throw e;
        }
    }

    @Override
    public Optional<AccessList> read() {
        if (hasNoDirectory() || isMissing()) {
            return Optional.empty();
        }
        try {
            FileRights.requirePrivate(file, directory);
            return Optional.of(AccessFormat.read(bytes()));
        } catch (IOException e) {
            throw new AccessListException(
                    "The access list " + file + " cannot be read (" + FailureText.of(e)
                            + "): give it to the user who runs the server," + " with mode 600.",
                    e);
        } catch (AccessListException e) {
            throw e;
        } catch (MintmarkException e) {
            throw new AccessListException(
                    "The access list " + file + " is not used, because " + e.getMessage() + ": put a good copy back, or"
                            + " move it away and begin anew with `mintmark access add`.",
                    e);
        }
    }

    /** Returns the bytes of the list as they stand in the file, judged as {@link #read} does; for a backup. */
    public Optional<byte[]> copy() {
        return read().map(AccessFormat::write);
    }

    private boolean hasNoDirectory() {
        return Files.exists(directory) && !Files.isDirectory(directory);
    }

    private byte[] bytes() throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new MintmarkException("it has more than " + BYTES_MAX + " bytes, which no list has");
            }
            return bytes;
        }
    }

    /** Refuses a directory whose list was lost: its lock file is there, so access control was set up. */
    @Override
    public void requireNotLost() {
        if (!hasNoDirectory() && Files.exists(lock, LinkOption.NOFOLLOW_LINKS) && isMissing()) {
            throw new AccessListException("The access list " + file + " is missing, although " + lock
                    + " shows that access control was set up: put the list back, or begin anew with `mintmark access"
                    + " add`. To ask nobody any more, remove " + LOCK + ", too.");
        }
    }

    private boolean isMissing() {
        return Files.notExists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Changes the list that is there; it is not changed if it throws, unless the message says that it may be. */
    @Override
    public AccessList change(UnaryOperator<AccessList> change) {
        if (hasNoDirectory() || isMissing()) {
            throw gone();
        }
        return change(this::gone, change);
    }

    @Override
    public AccessList changeOrBegin(UnaryOperator<AccessList> change) {
        return change(null, change);
    }

    private AccessListException gone() {
        return new AccessListException("The access list " + file
                + " is gone, so it is not changed: put it back, or begin anew with `mintmark access add` on the"
                + " server's machine.");
    }

    private AccessList change(@Nullable Supplier<AccessListException> missing, UnaryOperator<AccessList> change) {
        boolean began = false;
        boolean replaced = false;
        IN_THIS_PROCESS.lock();
        try {
            began = FileRights.create(lock, directory);
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                    FileLock held = channel.lock()) {
                assert held.isValid();
                Optional<AccessList> present = read();
                AccessList changed = change.apply(
                        missing == null ? present.orElse(AccessList.NOBODY) : present.orElseThrow(missing));
                replace(AccessFormat.write(changed));
                replaced = true;
                names.sync(directory);
                return changed;
            }
        } catch (IOException e) {
            throw replaced ? perhapsChanged(e) : unchanged(e);
        } finally {
            forgetIf(began);
            IN_THIS_PROCESS.unlock();
        }
    }

    private AccessListException unchanged(IOException e) {
        return new AccessListException(
                "The access list " + file + " cannot be written (" + FailureText.of(e)
                        + "), and is as it was: see to the directory's disk and rights.",
                e);
    }

    private AccessListException perhapsChanged(IOException e) {
        return new AccessListException(
                "The access list " + file
                        + " was changed, but a power cut may undo that, because its directory cannot be"
                        + " synced (" + FailureText.of(e)
                        + "): see to the disk, and look at `mintmark access list` before you repeat the"
                        + " change.",
                e);
    }

    /** A lock file without a list says that a list was lost, so a beginning that failed leaves none. */
    private void forgetIf(boolean began) {
        if (began && isMissing()) {
            try {
                Files.deleteIfExists(lock);
            } catch (IOException e) {
                // The start is refused then, and says what to remove.
            }
        }
    }

    private void replace(byte[] bytes) throws IOException {
        if (bytes.length > BYTES_MAX) {
            throw new MintmarkException("An access list has at most " + BYTES_MAX + " bytes, but this one would have "
                    + bytes.length + ": remove principals that are not used.");
        }
        Path next = directory.resolve(NEXT);
        // What a crash left, or somebody put there, is not written to.
        Files.deleteIfExists(next);
        try (FileChannel out = FileRights.open(next, file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                int ignored = out.write(rest);
            }
            out.force(true);
        }
        FileRights.giveToOwnerOf(directory, next);
        Path ignored = Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public String shown() {
        return file.toString();
    }

    @Override
    public String firstCommand() {
        return "mintmark access add NAME --operator";
    }
}
