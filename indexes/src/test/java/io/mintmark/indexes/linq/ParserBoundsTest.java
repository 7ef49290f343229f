package io.mintmark.indexes.linq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a text is, reading it takes work in proportion to its length, and no deep stack. */
final class ParserBoundsTest {
    /** Each level of operators looks at a token once or twice. */
    private static final int LOOKS_PER_TOKEN = 60;

    /** Texts that a parser which tries alternatives, or calls itself for each sign, would not bear. */
    static Stream<String> repeated() {
        return Stream.of(
                "!".repeat(600) + "x",
                "-".repeat(600) + "1",
                "x" + " ?? x".repeat(490),
                "from x in ".repeat(1_900) + "y select z",
                "from x in y " + "from x in y ".repeat(1_600) + "select z",
                "x" + "()".repeat(9_000),
                "x" + "[0]".repeat(6_000),
                "x ? ".repeat(4_000),
                "x ? 1 : ".repeat(490) + "2",
                "(".repeat(19_999),
                "(x".repeat(9_000),
                "(x, ".repeat(4_000),
                "(int) ".repeat(3_000) + "1",
                "x => ".repeat(3_000) + "x",
                "new { A = ".repeat(1_500),
                "new[] { ".repeat(2_000),
                "x" + " + x".repeat(4_000),
                "x" + " * x + x".repeat(2_000),
                "x" + ".y".repeat(9_000),
                "f(".repeat(9_000),
                "//\n".repeat(6_000) + "x",
                "/**/".repeat(4_900) + "x",
                "/*".repeat(9_000),
                "\"" + "\\\"".repeat(9_000),
                "@\"" + "\"\"".repeat(9_000),
                "group x by y into z ".repeat(900),
                "from x in y " + "group x by y into z ".repeat(900),
                "from x in y " + "let z = x ".repeat(1_500) + "select z");
    }

    private static String told(Cursor cursor) {
        try {
            return Parser.parse(cursor).text();
        } catch (NotUnderstoodException e) {
            return e.what();
        }
    }

    private static void requireLittleWork(String text) {
        int tokens;
        try {
            tokens = Lexer.tokens(text).size();
        } catch (NotUnderstoodException noTokens) {
            return;
        }
        Cursor cursor = Cursor.at(text);
        String told = told(cursor);
        assertThat(told).isNotBlank();
        assertThat(cursor.looks()).as(told).isLessThan(LOOKS_PER_TOKEN * tokens);
    }

    @ParameterizedTest
    @MethodSource("repeated")
    void shouldWorkInProportionToTheLength(String text) {
        requireLittleWork(text);
    }

    @Test
    void shouldWorkInProportionToTheLengthOfAnyText() {
        long seed = System.nanoTime();
        System.out.println("ParserBoundsTest: seed " + seed);
        Random random = new Random(seed);
        String[] parts =
                ("from |x |in |select |where |let |group |by |into |new |{ |} |( |) |[ |] |=> |= |?? |? |: |. |?.|, |- |! "
                                + "|+ |* |== |&& |(int) |1M |\"t\" |null |decimal |// c\n|/* c */ ")
                        .split("\\|", -1);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = 1 + random.nextInt(400);
            for (int part = 0; part < length; part++) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            requireLittleWork(text.toString());
        }
    }

    @Test
    void shouldRefuseWhatIsNestedTooDeep() {
        for (String text :
                List.of("!".repeat(600) + "x", "from x in ".repeat(1_900), "(".repeat(101), "x => ".repeat(101))) {
            assertThatThrownBy(() -> Parser.parse(text))
                    .isInstanceOf(NotUnderstoodException.class)
                    .hasMessageContaining("nested more than 100");
        }
    }

    @Test
    void shouldReadChainsThatAreLongAndNotDeep() {
        String conditions = "x ? 1 : ".repeat(490) + "2";
        String coalescence = "x" + " ?? x".repeat(490);

        assertThat(Parser.parse(conditions).text()).isEqualTo(conditions);
        assertThat(Parser.parse(coalescence)).isInstanceOfSatisfying(Syntax.Binary.class, binary -> {
            assertThat(binary.left().isName("x")).isTrue();
            assertThat(binary.right().text()).isEqualTo("x" + " ?? x".repeat(489));
        });
    }

    @Test
    void shouldSayWhereItStopped() {
        assertThatThrownBy(() -> Parser.parse("docs.Orders\n  .Select(o => )"))
                .hasMessageContaining("')' at line 2, character 16, where a value is expected");
    }
}
