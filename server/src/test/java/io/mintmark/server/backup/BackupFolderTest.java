package io.mintmark.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder for backups is on the disk that was meant, or there is no backup. */
class BackupFolderTest {
    private static final BackupFolder.Content CONTENT = out -> out.write(1);

    @TempDir
    private Path directory;

    @Test
    void shouldRefuseAFolderThatVanishesWhileTheServerRuns() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("backups"));
        BackupFolder backups = new BackupFolder(folder);
        backups.require();
        Files.delete(backups.add(Instant.EPOCH, CONTENT));
        Files.delete(folder);

        assertThatThrownBy(() -> backups.add(Instant.EPOCH, CONTENT))
                .isInstanceOf(BackupException.class)
                .hasMessageContainingAll(folder.toString(), "must exist", "mount its disk");
        assertThat(folder).doesNotExist();
    }

    /** The place of a disk is there without the disk, and empty. */
    @Test
    void shouldRefuseThePlaceOfADiskThatIsNotMountedAnyMore() throws IOException {
        AtomicReference<Object> device = new AtomicReference<>("disk");
        MountPoint.Devices devices = path -> Optional.ofNullable(path.equals(directory) ? device.get() : "root");
        BackupFolder backups = new BackupFolder(directory, MountPoint.of(directory, devices));
        Path first = backups.add(Instant.EPOCH, CONTENT);

        device.set("root");
        assertThatThrownBy(() -> backups.add(Instant.EPOCH.plusSeconds(1), CONTENT))
                .isInstanceOf(BackupException.class)
                .hasMessageContainingAll(directory.toString(), "is not mounted any more", "mount it again");
        assertThat(directory).isDirectoryContaining(first::equals).isDirectoryNotContaining("glob:**.part");

        device.set("another disk");
        assertThat(backups.add(Instant.EPOCH.plusSeconds(1), CONTENT)).exists();
    }

    /** The twin: a folder on the disk of all others, or where the system says nothing of devices, is taken as it is. */
    @Test
    void shouldTakeAFolderAtWhichNoDiskWasMounted() {
        AtomicReference<Object> device = new AtomicReference<>("root");
        MountPoint.Devices devices = path -> Optional.ofNullable(path.equals(directory) ? device.get() : "root");
        BackupFolder plain = new BackupFolder(directory, MountPoint.of(directory, devices));
        BackupFolder unknown = new BackupFolder(directory, MountPoint.of(directory, path -> Optional.empty()));

        device.set("disk");
        assertThat(plain.add(Instant.EPOCH, CONTENT)).exists();
        device.set("root");
        assertThat(plain.add(Instant.EPOCH.plusSeconds(1), CONTENT)).exists();
        assertThat(unknown.add(Instant.EPOCH.plusSeconds(2), CONTENT)).exists();
    }

    /** A server and a command may begin in one second: both would write one file, and either would call it whole. */
    @Test
    void shouldLeaveAloneWhatAnotherProcessWritesInTheSameSecond() throws IOException {
        BackupFolder backups = new BackupFolder(directory);

        Path made = backups.add(Instant.EPOCH, out -> {
            out.write(1);
            assertThatThrownBy(() -> new BackupFolder(directory).add(Instant.EPOCH, other -> other.write(2)))
                    .isInstanceOf(BackupException.class)
                    .hasMessageContainingAll("this second", "mintmark-19700101T000000Z.zip.part", "try again");
            out.write(3);
        });

        assertThat(made).hasBinaryContent(new byte[] {1, 3});
        assertThatThrownBy(() -> backups.add(Instant.EPOCH, CONTENT)).hasMessageContaining("this second already");
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
        assertThat(made).hasBinaryContent(new byte[] {1, 3});
    }

    /** A file that another process writes is not its own, and a backup that is whole is not under way. */
    @Test
    void shouldAbandonNothingButWhatItIsWriting() throws IOException {
        BackupFolder backups = new BackupFolder(directory);
        Path theirs = Files.createFile(directory.resolve("mintmark-19700102T000000Z.zip.part"));

        Path whole = backups.add(Instant.EPOCH, CONTENT);
        backups.abandon();
        assertThatThrownBy(() -> backups.add(Instant.EPOCH.plusSeconds(86_400), CONTENT))
                .isInstanceOf(BackupException.class);
        backups.abandon();
        assertThatThrownBy(() -> backups.add(Instant.EPOCH.plusSeconds(1), out -> backups.abandon()))
                .isInstanceOf(BackupException.class);

        assertThat(directory.toFile().listFiles()).containsExactlyInAnyOrder(theirs.toFile(), whole.toFile());
    }

    @Test
    void shouldSayWhatIsWrongInWords() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> new BackupFolder(file).require())
                .hasMessageContaining("must be a folder, but is a file");
        assertThatThrownBy(() -> new BackupFolder(file.resolve("below")).create())
                .hasMessageContaining("cannot be made")
                .hasMessageNotContaining("Exception");
    }
}
