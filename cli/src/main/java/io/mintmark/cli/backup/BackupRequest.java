package io.mintmark.cli.backup;

import io.mintmark.server.backup.BackupException;
import io.mintmark.server.backup.Manifest;
import io.mintmark.server.backup.Pace;
import io.mintmark.storage.lifecycle.Progress;
import java.io.OutputStream;
import java.time.Instant;

/** A server, running or stopped, that was asked for one backup. */
interface BackupRequest extends AutoCloseable {
    /** Returns when the backup began, by the clock of this machine. */
    Instant begun();

    /**
     * Copies all of it and returns what is in it.
     *
     * @throws BackupException if it is not complete, whatever was written until then
     */
    Manifest copyTo(OutputStream out, Pace pace, Progress progress);

    @Override
    void close();
}
