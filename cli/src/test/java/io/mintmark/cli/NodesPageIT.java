package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The block of the README that starts nodes: they start, and are shown. */
final class NodesPageIT extends NodesPage {
    private static final Path README = Path.of("..", "README.md");

    @Test
    void shouldStartTheNodesOfTheReadme() throws Exception {
        List<String> lines = new ArrayList<>(block(README));
        assertThat(lines).hasSize(3);
        lines.addAll(List.of("sleep 8", "./mintmark cluster"));

        String printed = typed(lines);

        assertThat(printed)
                .as(Files.readString(directory.resolve("errors")))
                .containsPattern("A +[12] +serving .*http://127.0.0.1:808[12]\n")
                .containsPattern("B +[12] +serving .*http://127.0.0.1:808[12]\n")
                .contains("http://127.0.0.1:8081\n", "http://127.0.0.1:8082\n");
    }
}
