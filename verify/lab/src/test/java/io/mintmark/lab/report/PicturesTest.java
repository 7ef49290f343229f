package io.mintmark.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pictures in git show the figures of the pages that they stand in. */
class PicturesTest {
    private static final Path REPORTS = Path.of("reports");
    private static final Path PICTURES = Path.of("..", "..", "docs", "pictures");

    @Test
    void shouldShowTheFiguresThatThePagesPublish() throws IOException {
        Pictures.drawnFrom(REPORTS)
                .forEach((name, svg) -> assertThat(PICTURES.resolve(name))
                        .as(
                                "docs/pictures/%s is not what the reports yield; run verify/lab/pictures and commit it",
                                name)
                        .usingCharset(StandardCharsets.UTF_8)
                        .hasContent(svg));
    }

    /** The control: a page with another figure yields another picture. */
    @Test
    void shouldDrawAnotherPictureOfAnotherFigure(@TempDir Path directory) throws IOException {
        copy(directory, "benchmarks.md", "| CosId SegmentChainId, step 1000 | strict | ", "9");
        copy(directory, "load.md", "| hilo/next, 1 counter | ", "9");
        copy(directory, "simulation.md", "| 10 clients, 1 counter | ", "9");

        assertThat(Pictures.drawnFrom(directory))
                .hasSameSizeAs(Pictures.drawnFrom(REPORTS))
                .allSatisfy((name, svg) ->
                        assertThat(PICTURES.resolve(name).toFile()).content().isNotEqualTo(svg));
    }

    private static void copy(Path directory, String page, String cell, String digit) throws IOException {
        String text = Files.readString(REPORTS.resolve(page));
        assertThat(text).contains(cell);
        Files.writeString(directory.resolve(page), text.replace(cell, cell + digit));
    }

    @Test
    void shouldWriteThePicturesBesideThePages(@TempDir Path directory) throws IOException {
        copy(directory, "benchmarks.md", "# ", "");
        copy(directory, "load.md", "# ", "");
        copy(directory, "simulation.md", "# ", "");

        Pictures.main(new String[] {directory.toString(), directory.toString()});

        assertThat(directory.resolve("benchmark.svg")).hasSameTextualContentAs(PICTURES.resolve("benchmark.svg"));
    }

    @Test
    void shouldNameTheHeadingThatIsMissing() {
        PublishedPage page = new PublishedPage("load.md", List.of("# Java 17", "# Java 25", "## Ranges", "| a |"));

        assertThatThrownBy(() -> page.table("# Java 17", "## Ranges"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("## Ranges", "load.md");
    }

    @Test
    void shouldNotTakeTheTableOfTheNextSection() {
        PublishedPage page = new PublishedPage("load.md", List.of("# A", "", "# B", "| a |", "| --- |", "| 1 |"));

        assertThatThrownBy(() -> page.table("# A"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("load.md, # A", "0 lines");
    }

    @Test
    void shouldNameTheRowOrTheColumnThatIsMissing() {
        PublishedTable table =
                PublishedTable.of("load.md", List.of("| a | b c |", "| --- | --- |", "| **x** | 1,000 (9) |"));

        assertThat(table.cell("x", "b")).isEqualTo("1,000 (9)");
        assertThatThrownBy(() -> table.cell("y", "b")).hasMessageContainingAll("row \"y\"", "load.md");
        assertThatThrownBy(() -> table.cell("x", "d")).hasMessageContainingAll("column \"d\"", "load.md");
    }

    @Test
    void shouldTakeTheFigureThatACellBeginsWith() {
        assertThat(Figure.of("1,000 (9–2,000)")).isEqualTo(new Figure(1000, "1,000"));
        assertThatThrownBy(() -> Figure.of("none"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"none\"");
    }
}
