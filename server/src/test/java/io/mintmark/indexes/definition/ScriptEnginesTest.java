package io.mintmark.indexes.definition;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The optional engine, there and absent. */
final class ScriptEnginesTest {
    @Test
    void shouldSayWhichArtifactIsMissing() {
        ClassLoader without = ClassLoader.getPlatformClassLoader();

        assertThatThrownBy(() -> ScriptEngines.require("Orders/Totals", null, without))
                .isInstanceOf(UnsupportedIndexException.class)
                .hasMessageContaining("Orders/Totals")
                .hasMessageContaining("io.mintmark:mintmark-javascript");
    }

    @Test
    void shouldRefuseADirectoryWithoutTheEngine(@TempDir Path jars) throws IOException {
        assertThatThrownBy(() -> ScriptHost.requireEngineIn(jars))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining(jars.toString())
                .hasMessageContaining("mintmark javascript --to " + jars);
        assertThatThrownBy(() -> MintmarkServer.start(
                        ServerSettings.builder(jars).port(0).javascript(jars).build()))
                .hasMessageContaining("start without --javascript");

        Path ignored = Files.createFile(jars.resolve("polyglot-25.0.0.jar"));
        ScriptHost.requireEngineIn(jars);
    }

    @Test
    void shouldFindItBesideTheServer() {
        ScriptEngines.require("Orders/Totals", null);
    }
}
