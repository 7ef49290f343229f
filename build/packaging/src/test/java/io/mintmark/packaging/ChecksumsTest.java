package io.mintmark.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checksums are what sha256sum writes: the digest, two blanks, the name. */
final class ChecksumsTest {
    private static final String OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    private Path directory;

    @Test
    void shouldListAFolderInTheOrderOfNames() throws Exception {
        Files.createDirectories(directory.resolve("b"));
        Files.writeString(directory.resolve("b/c"), "abc");
        Files.writeString(directory.resolve("a"), "abc");

        Checksums.main(new String[] {directory.toString()});
        Checksums.main(new String[] {directory.toString()});

        assertThat(directory.resolve("SHA256SUMS")).hasContent(OF_ABC + "  a\n" + OF_ABC + "  b/c\n");
    }

    @Test
    void shouldStandBesideAFile() throws Exception {
        Path archive = Files.writeString(directory.resolve("a.zip"), "abc");

        Checksums.main(new String[] {archive.toString()});

        assertThat(directory.resolve("a.zip.sha256")).hasContent(OF_ABC + "  a.zip\n");
    }
}
