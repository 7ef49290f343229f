package io.mintmark.support;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Directories and files that nobody but their owner may read, from the moment they are created.
 *
 * <p>A new directory has mode 0700 and a new file 0600. A file in a directory whose group may list it is readable for
 * that group too, and writable where the group may write to the directory: that group was let in by choice. Others
 * never get anything, and the mask of the process takes away what it masks. What is there already keeps its mode. Where
 * a file system has no such modes, files are created as it creates them. Safe for any number of threads.
 */
public final class PrivateFiles {
    private static final FileAttribute<?>[] NONE = {};
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private PrivateFiles() {}

    /**
     * Creates a directory if it is missing. The one above it must be there: a disk that is not mounted would otherwise
     * be taken for an empty one, without a word.
     */
    public static void createDirectory(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path above = directory.toAbsolutePath().normalize().getParent();
        if (above != null && !Files.exists(above)) {
            throw new FileSystemException(
                    directory.toString(),
                    null,
                    "the directory " + above + " above it is missing: mount its disk, or make it with mkdir -p");
        }
        try {
            Path ignored = Files.createDirectory(directory, hasModes(directory) ? asAttribute(OWNER) : NONE);
        } catch (FileAlreadyExistsException there) {
            if (!Files.isDirectory(directory)) {
                throw there;
            }
        }
    }

    /** Creates an empty file, unless there is one. */
    public static void create(Path file) throws IOException {
        try {
            Path ignored = Files.createFile(file, attributes(file));
        } catch (FileAlreadyExistsException there) {
            // It keeps what it has.
        }
    }

    /** Opens a file, which {@code options} may ask to create; the caller closes it. */
    @SuppressWarnings("MustBeClosedChecker") // the caller's
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, Set.of(options), attributes(file));
    }

    private static FileAttribute<?>[] attributes(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !hasModes(directory)) {
            return NONE;
        }
        Set<PosixFilePermission> chosen = EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE);
        chosen.retainAll(Files.getPosixFilePermissions(directory));
        chosen.add(PosixFilePermission.OWNER_READ);
        chosen.add(PosixFilePermission.OWNER_WRITE);
        return asAttribute(chosen);
    }

    private static FileAttribute<?>[] asAttribute(Set<PosixFilePermission> permissions) {
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
    }

    /** Returns whether files at {@code path} have modes, as POSIX has them. */
    public static boolean hasModes(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
