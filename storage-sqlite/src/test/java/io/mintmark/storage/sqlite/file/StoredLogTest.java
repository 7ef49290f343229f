package io.mintmark.storage.sqlite.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.Flips;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that somebody writes to while it is looked at. */
class StoredLogTest {
    private static final int PAGE_BYTES = 4_096;
    private static final int A_BIT = 4_003;

    @TempDir
    Path directory;

    /** Returns a file whose log has a wrong page in a frame, as between two writes of who makes it. */
    private Path torn(int frame) throws Exception {
        Path copy = directory.resolve("copy.sqlite");
        try (WrittenLog log = WrittenLog.begunAnew(directory.resolve("data"), PAGE_BYTES)) {
            Files.copy(log.wal, directory.resolve("copy.sqlite-wal"));
            flip(copy, frame);
        }
        return copy;
    }

    private static void flip(Path file, int frame) {
        long at = LogHeader.BYTES + (long) frame * (WrittenLog.FRAME_HEADER_BYTES + PAGE_BYTES);
        Flips.flip(
                file.resolveSibling(file.getFileName() + "-wal"),
                (at + WrittenLog.FRAME_HEADER_BYTES) * Byte.SIZE + A_BIT);
    }

    @Test
    void shouldNotDoubtACommitThatIsBeingWritten() throws Exception {
        Path file = torn(6);

        StoredLog found = StoredLog.ofShared("the journal", file, () -> flip(file, 6));

        assertThat(found.isInDoubt()).isFalse();
    }

    @Test
    void shouldNotCallDamagedWhatIsBeingWritten() throws Exception {
        Path file = torn(0);

        StoredLog found = StoredLog.ofShared("the journal", file, () -> flip(file, 0));

        assertThat(found.isInDoubt()).isFalse();
    }

    @Test
    void shouldDoubtWhatStaysTorn() throws Exception {
        Path file = torn(6);
        AtomicInteger rests = new AtomicInteger();

        StoredLog found = StoredLog.ofShared("the journal", file, rests::incrementAndGet);

        assertThat(found.isInDoubt()).isTrue();
        assertThat(rests).hasValueGreaterThan(5);
    }

    @Test
    void shouldRefuseWhatStaysDamaged() throws Exception {
        Path file = torn(0);

        assertThatThrownBy(() -> StoredLog.ofShared("the journal", file, () -> {}))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("The log of the journal is damaged");
    }
}
