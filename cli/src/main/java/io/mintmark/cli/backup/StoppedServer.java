package io.mintmark.cli.backup;

import io.mintmark.server.backup.BackupStream;
import io.mintmark.server.backup.Manifest;
import io.mintmark.server.backup.Pace;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.engine.StoppedStore;
import io.mintmark.storage.lifecycle.Progress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;

/** A server that is stopped: its directory is opened, as its next start would, and locked meanwhile. */
final class StoppedServer implements BackupRequest {
    private final Path data;
    private final StoppedStore directory;
    private final BackupStream backup;

    StoppedServer(Path data) {
        this.data = data;
        this.directory = Maintenance.of(data).openStopped();
        this.backup = Maintenance.backups(data, directory).begin();
    }

    @Override
    public Instant begun() {
        return backup.begun();
    }

    @Override
    public Manifest copyTo(OutputStream out, Pace pace, Progress progress) {
        return Copying.run(new Parts(backup), "of " + data, out, pace, backup.bytesExpected(), progress);
    }

    @Override
    public void close() {
        backup.close();
        directory.close();
    }

    /** The parts of a backup as one stream. */
    private static final class Parts extends InputStream {
        private final BackupStream backup;
        private final ByteArrayOutputStream next = new ByteArrayOutputStream();
        private InputStream part = new ByteArrayInputStream(new byte[0]);
        private boolean more = true;

        Parts(BackupStream backup) {
            this.backup = backup;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            int read = part.read(bytes, offset, length);
            while (read < 0 && more) {
                next.reset();
                more = backup.writePart(next);
                part = new ByteArrayInputStream(next.toByteArray());
                read = part.read(bytes, offset, length);
            }
            return read;
        }
    }
}
