package io.mintmark.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.Collision;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.Preset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the drawings without figures say is what the code does. */
class PictureTruthTest {
    private static final Path ROOT = Path.of("..", "..");

    private static String picture(String name) throws IOException {
        return Files.readString(ROOT.resolve("docs/pictures").resolve(name));
    }

    private static String block(CounterDescription program, long value) {
        return program.rule()
                .block(value)
                .map(range -> range.low() + "–" + range.high())
                .orElseThrow();
    }

    /** In the upper half a block's text is its numbers alone. */
    @ParameterizedTest
    @CsvSource({
        "EF_CORE, 10, LOW",
        "HIBERNATE_POOLED_LO, 10, LOW",
        "HIBERNATE_POOLED, 10, HIGH",
        "ECLIPSELINK, 10, HIGH",
        "NHIBERNATE_HILO, 9, MULTIPLY",
        "HIBERNATE_HILO, 10, MULTIPLY-FROM-ONE"
    })
    void shouldShowTheBlockThatAProductReadsFromTen(Preset preset, long setting, String rule) throws IOException {
        CounterDescription product = preset.counter(setting);

        assertThat(product.rule()).hasToString(rule + "(10)");
        assertThat(picture("low-and-high.svg"))
                .contains(">" + block(product, 10) + "<")
                .contains(">" + rule);
    }

    @Test
    void shouldShowWhoSharesACounterAndWhatComesTwice() throws IOException {
        CounterDescription low = Preset.EF_CORE.counter(10);
        CounterDescription high = Preset.HIBERNATE_POOLED.counter(10);
        CounterDescription multiply = Preset.NHIBERNATE_HILO.counter(9);

        assertThat(Collision.onSequence(low, low, 10, 10)).isEmpty();
        assertThat(Collision.onSequence(high, high, 10, 10)).isEmpty();
        assertThat(Collision.onSequence(low, high, 10, 10).orElseThrow().number())
                .hasValue(11);
        assertThat(block(multiply, 10)).isEqualTo(block(low, 100));
        assertThat(picture("low-and-high.svg"))
                .contains("A " + block(low, 10), "B " + block(low, 20), "A " + block(high, 10), "B " + block(high, 20))
                .contains("A " + block(low, 100), "B " + block(multiply, 10))
                .contains(">11–19 twice<", ">100–109 twice<");
    }

    @Test
    void shouldNameDoorsThatAreModules() throws IOException {
        List<String> doors = Pattern.compile("class=\"code\"[^>]*>mintmark-([^<]+)<")
                .matcher(picture("which-door.svg"))
                .results()
                .map(MatchResult::group)
                .map(text -> text.replaceAll(".*>mintmark-|<", ""))
                .toList();

        assertThat(doors)
                .hasSize(6)
                .allSatisfy(door ->
                        assertThat(ROOT.resolve(door).resolve("pom.xml")).exists());
        assertThat(ROOT.resolve(doors.get(0)).resolve("src/main/java/io/mintmark/decimal/DecimalIds.java"))
                .as("which-door.svg names the module that has decimal ids: mintmark-%s", doors.get(0))
                .exists();
    }
}
