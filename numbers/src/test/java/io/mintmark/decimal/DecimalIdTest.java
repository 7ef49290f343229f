package io.mintmark.decimal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.number.InvalidIdException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalIdTest {

    @ParameterizedTest
    @CsvSource({
        "1415, 92, 65, 14150009200065, 1415·00092·00065",
        "1, 0, 1, 10000000001, 1·00000·00001",
        "1, 0, 0, 10000000000, 1·00000·00000",
        "922337202, 99999, 99999, 9223372029999999999, 922337202·99999·99999",
        "900718, 99999, 99999, 9007189999999999, 900718·99999·99999"
    })
    void shouldAgreeWithTheFormula(long counter, int generator, int launch, long id, String printed) {
        DecimalId parts = new DecimalId(counter, generator, launch);

        assertThat(parts.value()).isEqualTo(id);
        assertThat(parts).hasToString(printed);
        assertThat(DecimalId.of(id)).isEqualTo(parts);
        assertThat(DecimalId.parse(printed)).isEqualTo(parts);
        assertThat(DecimalId.parse(Long.toString(id))).isEqualTo(parts);
        assertThat(parts.isOfATest()).isEqualTo(launch == 0);
    }

    @Test
    void shouldLeaveTheTopOfTheDomainUnused() {
        assertThat(DecimalId.LAYOUT.idMax()).isEqualTo(9_223_372_029_999_999_999L);
        assertThat(Long.MAX_VALUE - DecimalId.LAYOUT.idMax()).isEqualTo(6_854_775_808L);
    }

    @Test
    void shouldKeepTheJavaScriptProfileWithin53BitsAndNoFurther() {
        assertThat(new DecimalId(DecimalId.COUNTER_MAX_JS_SAFE, 99_999, 99_999).value())
                .isLessThan(1L << 53);
        assertThat(new DecimalId(DecimalId.COUNTER_MAX_JS_SAFE + 1, 92_547, 40_991).value())
                .isEqualTo((1L << 53) - 1);
        assertThat(new DecimalId(DecimalId.COUNTER_MAX_JS_SAFE + 1, 92_547, 40_992).value())
                .isEqualTo(1L << 53);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 1", "922337203, 0, 1", "1, 100000, 1", "1, -1, 1", "1, 0, 100000", "1, 0, -1", "-1, 0, 1"})
    void shouldRefuseEveryPartBeyondItsLimit(long counter, int generator, int launch) {
        assertThatThrownBy(() -> new DecimalId(counter, generator, launch))
                .isInstanceOf(InvalidIdException.class)
                .hasMessageContaining("must be");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, 9_999_999_999L, 9_223_372_030_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldRefuseANumberThatItNeverMakes(long id) {
        assertThatThrownBy(() -> DecimalId.of(id)).isInstanceOf(InvalidIdException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "·",
                "1",
                "-14150009200065",
                "+14150009200065",
                "014150009200065",
                " 14150009200065",
                "14150009200065 ",
                "1415·92·65",
                "1415·00092·0065",
                "01415·00092·00065",
                "1415·0009200065",
                "1415··00092·00065",
                "·1415·00092·00065",
                "1415.00092.00065",
                "1_415",
                "0x1",
                "1e10",
                "١٤١٥٠٠٠٩٢٠٠٠٦٥",
                "99999999999999999999",
                "18446744073709551617",
                "9223372030000000000"
            })
    void shouldRefuseEverySpellingButTwo(String text) {
        assertThatThrownBy(() -> DecimalId.parse(text)).isInstanceOf(InvalidIdException.class);
    }

    @Test
    void shouldShowAStrangersTextShortAndWithoutControls() {
        assertThatThrownBy(() -> DecimalId.parse("1\n2\u202E" + "9".repeat(10_000)))
                .hasMessageContaining("'1?2?99")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400).doesNotContain("\n"));
    }

    @Test
    void shouldRefuseWhatIsNoLayout() {
        assertThatThrownBy(() -> DecimalLayout.of()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DecimalLayout.of(new DecimalField("a", 5, 0, 9)))
                .hasMessageContaining("0 is not an id");
        assertThatThrownBy(() -> DecimalLayout.of(
                        new DecimalField("a", 9, 1, 922_337_203), new DecimalField("b", 10, 0, 9_999_999_999L)))
                .hasMessageContaining("2^63-1");
        assertThatThrownBy(() -> DecimalLayout.of(
                        new DecimalField("a", 1, 1, 1),
                        new DecimalField("b", 18, 0, 1),
                        new DecimalField("c", 1, 0, 1)))
                .hasMessageContaining("18 digits");
        assertThatThrownBy(() -> new DecimalField("a", 2, 0, 100)).hasMessageContaining("within its digits");
        assertThatThrownBy(() -> new DecimalField("a", 0, 0, 0)).hasMessageContaining("1 to 18 digits");
        assertThatThrownBy(() -> new DecimalField("", 1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DecimalId.LAYOUT.encode(1, 2)).hasMessageContaining("3 parts: 2");
    }
}
