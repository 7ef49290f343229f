package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The block of {@code docs/nodes.md} that starts three nodes: they are shown as the page does. */
final class NightlyNodesPageIT extends NodesPage {
    private static final Path PAGE = Path.of("..", "docs", "nodes.md");

    @Test
    void shouldShowThreeNodesAsThePageDoes() throws Exception {
        List<String> lines = block(PAGE);

        String printed = typed(lines);

        for (String shown : lines.stream()
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2))
                .toList()) {
            assertThat(printed)
                    .as("%s%n%s", shown, Files.readString(directory.resolve("errors")))
                    .containsPattern(pattern(shown, here()));
        }
    }
}
