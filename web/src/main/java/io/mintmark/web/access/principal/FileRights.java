package io.mintmark.web.access.principal;

import io.mintmark.support.DirectoryNames;
import io.mintmark.support.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rights to read and write the files of an access list, where a file system knows such rights. */
final class FileRights {
    private static final Set<PosixFilePermission> OWNER =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private FileRights() {}

    /** Refuses a file that somebody else may write or replace. */
    static void requirePrivate(Path file, Path directory) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new AccessListException(
                    "The access list " + file + " must be a file and no link or directory: put the list itself there.");
        }
        if (!PrivateFiles.hasModes(file)) {
            return;
        }
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        if (rights.contains(PosixFilePermission.GROUP_WRITE)
                || rights.contains(PosixFilePermission.OTHERS_WRITE)
                || rights.contains(PosixFilePermission.OTHERS_READ)) {
            throw new AccessListException(
                    "The access list " + file + " has mode " + PosixFilePermissions.toString(rights)
                            + ", but only its owner may write it, and others may not read it: look at it with `mintmark access"
                            + " list` after `chmod 600 " + file + "`.");
        }
        if (Files.getPosixFilePermissions(directory).contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new AccessListException("The access list " + file + " is not used, because anybody may write to "
                    + directory + " and put another list in its place: `chmod o-w " + directory + "`.");
        }
    }

    static void createDirectory(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        PrivateFiles.createDirectory(directory);
        for (Path above = directory.toAbsolutePath().getParent(); above != null; above = above.getParent()) {
            DirectoryNames.sync(above);
        }
    }

    /**
     * Opens a file; if it is new, it has the rights of {@code model}, or is its owner's alone where that is missing.
     */
    @SuppressWarnings("MustBeClosedChecker") // the caller's
    static FileChannel open(Path file, Path model, OpenOption... options) throws IOException {
        if (!PrivateFiles.hasModes(file)) {
            return FileChannel.open(file, Set.of(options));
        }
        Set<PosixFilePermission> rights = EnumSet.copyOf(OWNER);
        if (Files.exists(model, LinkOption.NOFOLLOW_LINKS)
                && Files.getPosixFilePermissions(model, LinkOption.NOFOLLOW_LINKS)
                        .contains(PosixFilePermission.GROUP_READ)) {
            rights.add(PosixFilePermission.GROUP_READ);
        }
        return FileChannel.open(file, Set.of(options), PosixFilePermissions.asFileAttribute(rights));
    }

    /** Creates an empty file for the owner of {@code directory}, and returns whether it was not there. */
    static boolean create(Path file, Path directory) throws IOException {
        createDirectory(directory);
        try (FileChannel made = open(file, file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            assert made.isOpen();
        } catch (FileAlreadyExistsException there) {
            return false;
        }
        giveToOwnerOf(directory, file);
        return true;
    }

    /**
     * The administrator of a machine may run a command; the server must be able to read what it wrote. Only a file that
     * was created for it is given away: another one could be a second name of a file that is not the server's, or a
     * link to it.
     */
    static void giveToOwnerOf(Path directory, Path file) throws IOException {
        @Nullable PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            UserPrincipal owner = Files.getOwner(directory);
            if (!owner.equals(view.getOwner())) {
                view.setOwner(owner);
            }
        }
    }
}
