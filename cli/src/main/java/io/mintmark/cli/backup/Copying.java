package io.mintmark.cli.backup;

import io.mintmark.internal.FailureText;
import io.mintmark.server.backup.BackupException;
import io.mintmark.server.backup.BackupReader;
import io.mintmark.server.backup.Manifest;
import io.mintmark.server.backup.Pace;
import io.mintmark.storage.lifecycle.Progress;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Hands the bytes of a backup on while they are read and judged: only its end says that it is complete. */
final class Copying {
    private Copying() {}

    /** Copies {@code in} to {@code out}; {@code expected} is about how many bytes there are, or 0. */
    static Manifest run(InputStream in, String what, OutputStream out, Pace pace, long expected, Progress progress) {
        try (Tee tee = new Tee(in, out, pace)) {
            Manifest manifest = BackupReader.read(tee, what, new BackupReader.Sink() {
                @Override
                public OutputStream file(String name) {
                    return OutputStream.nullOutputStream();
                }

                @Override
                public void read(long bytes) {
                    progress.at("bytes backed up", bytes, Math.max(bytes, expected));
                }
            });
            out.flush();
            return manifest;
        } catch (IOException | UncheckedIOException e) {
            throw new BackupException(
                    "The backup cannot be written (" + FailureText.of(e) + "): there must be room for it.", e);
        }
    }

    /** Writes what is read. */
    private static final class Tee extends FilterInputStream {
        private final OutputStream out;
        private final Pace pace;

        Tee(InputStream in, OutputStream out, Pace pace) {
            super(in);
            this.out = out;
            this.pace = pace;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(bytes, offset, length);
            if (read > 0) {
                write(bytes, offset, read);
                pace.spend(read);
            }
            return read;
        }

        /** What cannot be written is not to be taken for what cannot be read. */
        private void write(byte[] bytes, int offset, int length) {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public long skip(long count) throws IOException {
            byte[] skipped = new byte[(int) Math.min(count, 1 << 16)];
            return Math.max(0, read(skipped, 0, skipped.length));
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
