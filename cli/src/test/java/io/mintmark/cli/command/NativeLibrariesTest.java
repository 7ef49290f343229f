package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Libraries that one user prepares can be loaded by another one. */
@EnabledOnOs(OS.LINUX)
class NativeLibrariesTest {
    @TempDir
    private Path folder;

    private String mode(String name) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name)));
    }

    @Test
    void shouldOpenToAllWhatTheDriverMadeForItsUserAlone() throws Exception {
        Path unpacked = Files.writeString(folder.resolve("sqlite-3.54.1-a-libsqlitejdbc.so"), "library");
        Files.setPosixFilePermissions(unpacked, PosixFilePermissions.fromString("rwx------"));

        NativeLibraries.keepSqlite(folder);

        assertThat(folder.resolve("libsqlitejdbc.so")).hasContent("library");
        assertThat(mode("libsqlitejdbc.so")).isEqualTo("rwxr-xr-x");
    }

    @Test
    void shouldUnpackTheLibraryOfZstdThatTheClassPathHas() throws Exception {
        NativeLibraries.keepZstd(System.getProperty("java.class.path"), folder);

        assertThat(mode("libzstd-jni.so")).isEqualTo("rwxr-xr-x");
        assertThat(Files.readAllBytes(folder.resolve("libzstd-jni.so"))).startsWith(0x7f, 'E', 'L', 'F');
    }

    @Test
    void shouldDoWithoutWhereTheClassPathHasNone() throws Exception {
        NativeLibraries.keepZstd(folder + ":" + folder.resolve("missing.jar"), folder);

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }
}
