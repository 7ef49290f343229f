package io.mintmark.packaging;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.indexes.definition.EngineJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive has the very engine that a server would bring by itself, or is not made. */
class WithJavaScriptTest {
    @TempDir
    private Path folder;

    private void fill() throws IOException {
        for (EngineJar jar : EngineJar.all()) {
            Files.writeString(folder.resolve(jar.fileName()), "not it");
        }
    }

    @Test
    void shouldRefuseAnotherSetOfFiles() throws IOException {
        assertThatThrownBy(() -> WithJavaScript.requireEngine(folder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("but the engine is");
        fill();
        Files.writeString(folder.resolve("polyglot-1.jar"), "one more");

        assertThatThrownBy(() -> WithJavaScript.requireEngine(folder)).hasMessageContaining("polyglot-1.jar");
    }

    @Test
    void shouldRefuseFilesOfAnotherContent() throws IOException {
        fill();

        assertThatThrownBy(() -> WithJavaScript.requireEngine(folder)).hasMessageContaining("has another digest");
    }
}
