package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingRunTest {

    @TempDir
    private Path directory;

    /** If a request were refused, the launcher would go without quick starts and nobody would notice. */
    @Test
    void everyRequestIsAnswered() throws Exception {
        TrainingRun.perform(directory.resolve("data"));

        assertThat(directory.resolve("data").resolve("database-1.sqlite")).exists();
    }
}
