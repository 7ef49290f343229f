package io.mintmark.storage.sqlite.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order in which a database's files are erased, since a power cut may stop it anywhere between two syncs. */
class StoredFilesTest {
    @TempDir
    private Path directory;

    private final List<List<String>> leftAtSyncs = new ArrayList<>();

    private void look(Path synced) throws IOException {
        assertThat(synced).isEqualTo(directory);
        try (Stream<Path> files = Files.list(directory)) {
            leftAtSyncs.add(files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList());
        }
    }

    private StoredFiles files(String... endings) throws IOException {
        for (String ending : endings) {
            Files.createFile(directory.resolve("database-1.sqlite" + ending));
        }
        return new StoredFiles(directory.resolve("database-1.sqlite"), "shop");
    }

    @Test
    void shouldEraseTheFileForGoodBeforeItsLog() throws IOException {
        files("", "-wal", "-shm", "-journal", "-doubt").erase(this::look);

        assertThat(leftAtSyncs)
                .containsExactly(
                        List.of(
                                "database-1.sqlite-doubt",
                                "database-1.sqlite-journal",
                                "database-1.sqlite-shm",
                                "database-1.sqlite-wal"),
                        List.of());
    }

    @Test
    void shouldEraseWhatStayedOfAnErasureThatWasCutOff() throws IOException {
        StoredFiles rest = files("-wal");
        assertThat(rest.exist()).isTrue();

        rest.erase(this::look);

        assertThat(rest.exist()).isFalse();
        assertThat(leftAtSyncs).containsExactly(List.of());
    }
}
