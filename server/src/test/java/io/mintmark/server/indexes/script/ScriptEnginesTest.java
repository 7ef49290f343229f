package io.mintmark.server.indexes.script;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.server.indexes.definition.UnsupportedIndexException;
import org.junit.jupiter.api.Test;

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
    void shouldFindItBesideTheServer() {
        ScriptEngines.require("Orders/Totals", null);
    }
}
