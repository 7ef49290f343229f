package io.mintmark.server.backup;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mintmark.server.maintenance.Restore;
import io.mintmark.storage.lifecycle.Progress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that were made to fill a disk, or a memory. */
class BackupReaderTest {
    private static final int BYTES = 32 << 20;

    /** Counts what would be written. */
    private static final class Counting implements BackupReader.Sink {
        private long written;

        @Override
        public OutputStream file(String name) {
            return new OutputStream() {
                @Override
                public void write(int b) {
                    written++;
                }

                @Override
                public void write(byte[] bytes, int offset, int length) {
                    written += length;
                }
            };
        }
    }

    /** Returns an archive that begins like a backup, and whose last entry has many zeros. */
    private static byte[] archive(String... names) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < names.length; i++) {
                zip.putNextEntry(new ZipEntry(names[i]));
                zip.write(i < names.length - 1 ? "small".getBytes(US_ASCII) : new byte[BYTES]);
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mintmark-backup",
                "mintmark-backup catalog.sqlite",
                "mintmark-backup catalog.sqlite database-1.sqlite",
                "mintmark-backup manifest",
                "mintmark-backup failed"
            })
    void shouldRefuseAnArchiveThatGrows(String names) throws IOException {
        byte[] archive = archive(names.split(" "));
        Counting sink = new Counting();

        assertThatExceptionOfType(BackupException.class)
                .isThrownBy(() -> BackupReader.read(new ByteArrayInputStream(archive), "x.zip", sink))
                .withMessageContaining("x.zip is not used: it is compressed, and ")
                .withMessageContaining("take the file as the server made it");
        assertThat(sink.written).isLessThan(archive.length + (64 << 10));
    }

    @Test
    void shouldLeaveNothingOfItBehind(@TempDir Path directory) throws IOException {
        byte[] archive = archive("mintmark-backup", "catalog.sqlite");
        Path data = directory.resolve("data");

        assertThatExceptionOfType(BackupException.class)
                .isThrownBy(() -> Restore.run(
                        new ByteArrayInputStream(archive), "x.zip", data, Restore.Purpose.SERVE, Progress.NONE))
                .withMessageContaining("it is compressed");
        assertThat(data).doesNotExist();
    }
}
