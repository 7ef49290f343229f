package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of docs/jdbc.md say what the presets do. */
class DocumentedMatrixTest {
    private static final Path PAGE = Path.of("..", "docs", "jdbc.md");

    @Test
    void shouldSayForEveryPresetWhatIsSharedAndWhatIsReturned() throws IOException {
        String table = Arrays.stream(Preset.values())
                .filter(preset -> preset.refusal().isEmpty())
                .map(DocumentedMatrixTest::line)
                .collect(Collectors.joining("\n"));

        assertThat(Files.readString(PAGE)).contains(table);
    }

    @Test
    void shouldSayWhatIsRefused() throws IOException {
        String table = Arrays.stream(Preset.values())
                .filter(preset -> preset.refusal().isPresent())
                .map(preset ->
                        "| " + preset.product() + " | " + preset.refusal().orElseThrow() + " |")
                .collect(Collectors.joining("\n"));

        assertThat(Files.readString(PAGE)).contains(table);
    }

    private static String line(Preset preset) {
        CounterDescription counter = preset.counter();
        return "| `" + preset.name() + "` | " + preset.product() + " | "
                + counter.access().kind() + " "
                + counter.access().name() + " | " + counter.meaning() + " | " + counter.rule() + " | "
                + preset.settingName() + " | " + counter.returns()
                + (counter.warnings().isEmpty() ? "" : " (warned)")
                + " |";
    }
}
