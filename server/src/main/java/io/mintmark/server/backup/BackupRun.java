package io.mintmark.server.backup;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.lifecycle.Progress;
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
        BackupStream backup = backups.beginForFile();
        try (backup) {
            long expected = backup.bytesExpected();
            Path made = folder.add(backup.begun(), out -> {
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
            });
            backups.ended(backup, null);
            return made;
        } catch (RuntimeException | Error e) {
            backups.ended(backup, FailureText.of(e));
            throw e;
        }
    }
}
