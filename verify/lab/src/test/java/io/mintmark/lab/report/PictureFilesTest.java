package io.mintmark.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.SAXParseException;

/** Every picture of the documentation is small, well-formed, has a title, needs nothing else and reads in light and dark. */
class PictureFilesTest {
    private static final Path PICTURES = Path.of("..", "..", "docs", "pictures");
    private static final String SOUND = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
              <title>A</title>
              <desc>B</desc>
              <style>
                text { fill: #1f2328 }
                .soft { fill: #59636e }
                .box { fill: #f6f8fa; stroke: #818b98 }
                @media (prefers-color-scheme: dark) {
                  text { fill: #e6edf3 }
                  .soft { fill: #a5acb5 }
                  .box { fill: #161b22; stroke: #656c76 }
                }
              </style>
              <rect class="box"/>
              <text class="soft">a</text>
            </svg>
            """;

    private static final String SCREENSHOT = ".png";

    static List<Path> pictures() throws IOException {
        return files().stream()
                .filter(file -> !file.toString().endsWith(SCREENSHOT))
                .toList();
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(PICTURES)) {
            return files.sorted().toList();
        }
    }

    @Test
    void shouldHaveSmallScreenshots() throws IOException {
        assertThat(files())
                .filteredOn(file -> file.toString().endsWith(SCREENSHOT))
                .allSatisfy(file -> assertThat(Files.size(file)).isLessThan(60_000));
    }

    @ParameterizedTest
    @MethodSource("pictures")
    void shouldReadInLightAndDarkByItself(Path picture) throws Exception {
        assertThat(PictureRules.brokenBy(Files.readString(picture))).isEmpty();
        assertThat(picture).hasExtension("svg");
        assertThat(Files.size(picture)).isLessThan(20_000);
    }

    @Test
    void shouldFindNothingWrongWithASoundPicture() throws Exception {
        assertThat(PictureRules.brokenBy(SOUND)).isEmpty();
    }

    /** The controls: each rule is broken once. */
    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            <title>A</title> => <title/> => has a title
            <desc>B</desc> => '' => has a description
            viewBox= => id= => has a viewBox
            <rect class="box"/> => <image href="a.png"/> => has no element image
            <rect class="box"/> => <rect fill="url(a.svg#b)"/> => refers to nothing outside
            <rect class="box"/> => <rect onclick="a()"/> => refers to nothing outside
            text { fill: #1f2328 } => @import url(a.css); => refers to nothing outside
            @media (prefers-color-scheme: dark) => @media print => has colours for light and for dark
            .soft { fill: #a5acb5 } => '' => has a dark colour for .soft fill
            .soft { fill: #59636e } => .soft { fill: #8c959f } => has a contrast of at least 4.5
            .box { fill: #161b22 => .box { fill: #656c76 => has a contrast of at least 4.5
            .box { fill: #f6f8fa; stroke: #818b98 } => .bar-a { fill: #d1d9e0 } => has a contrast of at least 3
            """)
    void shouldNameTheRuleThatAPictureBreaks(String sound, String broken, String rule) throws Exception {
        assertThat(SOUND).contains(sound);

        assertThat(PictureRules.brokenBy(SOUND.replace(sound, broken)))
                .anySatisfy(complaint -> assertThat(complaint).startsWith(rule));
    }

    @Test
    void shouldRefuseAPictureThatIsNotWellFormed() {
        assertThatThrownBy(() -> PictureRules.brokenBy(SOUND.replace("</desc>", "")))
                .isInstanceOf(SAXParseException.class);
    }

    /** Values that the standard and its calculators give. */
    @Test
    void shouldComputeContrastAsTheStandardDoes() {
        assertThat(PictureRules.contrast("#000000", "#ffffff")).isCloseTo(21, within(0.001));
        assertThat(PictureRules.contrast("#ffffff", "#767676")).isCloseTo(4.54, within(0.01));
    }
}
