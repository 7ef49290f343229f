package io.mintmark.server.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether a disk is mounted at a folder: where one was once, and is not any more, the empty folder beneath it must not
 * be taken for the disk. Immutable.
 *
 * <p>A folder below the place of the disk is missing without it, and needs none of this.
 */
final class MountPoint {
    private final Path folder;
    private final Devices devices;
    private final boolean once;

    private MountPoint(Path folder, Devices devices) {
        this.folder = folder;
        this.devices = devices;
        this.once = isOne();
    }

    /** Knows which device a folder is on; empty where the system does not say it. */
    @FunctionalInterface
    interface Devices {
        Optional<Object> of(Path folder);
    }

    /** Looks whether a disk is mounted at {@code folder} now. */
    static MountPoint of(Path folder) {
        return of(folder, MountPoint::device);
    }

    static MountPoint of(Path folder, Devices devices) {
        return new MountPoint(folder.toAbsolutePath().normalize(), devices);
    }

    private static Optional<Object> device(Path folder) {
        try {
            return Optional.of(Files.getAttribute(folder, "unix:dev"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    private boolean isOne() {
        Path above = folder.getParent();
        if (above == null) {
            return false;
        }
        Optional<Object> own = devices.of(folder);
        Optional<Object> other = devices.of(above);
        return own.isPresent() && other.isPresent() && !Objects.equals(own, other);
    }

    /** Refuses a folder at which a disk was mounted, and is not any more. */
    void requireStill() {
        if (once && !isOne()) {
            throw new BackupException("The disk at " + folder
                    + " is not mounted any more: mount it again, or restart the server to use the folder as it is.");
        }
    }
}
