package io.mintmark.server.backup;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.lifecycle.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** One backup from its beginning to its file in a folder. */
public final class BackupRun {
    private BackupRun() {}

    /**
     * Makes a backup, and returns its file.
     *
     * @param pace keeps it from taking the disk and the processors for itself
     * @param progress hears how far it is
     * @throws BackupException if it cannot be made or written
     */
    public static Path into(BackupFolder folder, Backups backups, Pace pace, Progress progress) {
        try (BackupStream backup = backups.begin()) {
            try {
                Path made = folder.add(backup.begun(), out -> write(backup, out, pace, progress));
                backup.arrived();
                return made;
            } catch (RuntimeException | Error e) {
                backup.ended(FailureText.of(e));
                throw e;
            }
        }
    }

    private static void write(BackupStream backup, OutputStream out, Pace pace, Progress progress) throws IOException {
        long expected = backup.bytesExpected();
        long before = 0;
        while (backup.writePart(out)) {
            long read = backup.bytesRead();
            pace.spend(backup.isPressed() ? 0 : read - before);
            before = read;
            progress.at("bytes backed up", read, Math.max(read, expected));
        }
        String failure = backup.failure();
        if (failure != null) {
            throw new BackupException(failure);
        }
    }
}
