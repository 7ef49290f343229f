package io.mintmark.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** All spellings, at every edge, beside arithmetic that is not ours. */
class NumberTextProperties {
    private static final String DIGITS_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    @Property
    void shouldReadBackEveryNumber(@ForAll("numbers") long number, @ForAll NumberText form) {
        assertThat(form.decode(form.encode(number))).isEqualTo(number);
        assertThat(form.decodeFixed(form.encodeFixed(number))).isEqualTo(number);
        assertThat(form.encodeFixed(number)).hasSize(form.width()).endsWith(form.encode(number));
    }

    @Property
    void shouldSortFixedTextsAsNumbers(
            @ForAll("numbers") long one, @ForAll("numbers") long two, @ForAll NumberText form) {
        assertThat(form.keepsOrder()).isTrue();
        assertThat(Integer.signum(form.encodeFixed(one).compareTo(form.encodeFixed(two))))
                .isEqualTo(Long.compare(one, two));
    }

    @Property
    void shouldWriteBase36LikeTheJdk(@ForAll("numbers") long number) {
        assertThat(NumberText.BASE36.encode(number)).isEqualTo(Long.toString(number, 36));
        assertThat(NumberText.BASE36.decode(Long.toString(number, 36).toUpperCase(Locale.ROOT)))
                .isEqualTo(number);
    }

    @Property
    void shouldWriteBase62ByItsDefinition(@ForAll("numbers") long number) {
        BigInteger sum = BigInteger.ZERO;
        for (char digit : NumberText.BASE62.encode(number).toCharArray()) {
            sum = sum.multiply(BigInteger.valueOf(62)).add(BigInteger.valueOf(DIGITS_62.indexOf(digit)));
        }
        assertThat(sum).isEqualTo(BigInteger.valueOf(number));
    }

    /** What is read has one text: the one that is written, but for what people type in Crockford's, and case in base 36. */
    @Property
    void shouldReadOnlyTheTextThatItWrites(
            @ForAll("textsOfDigits") String text, @ForAll @From("strict") NumberText form) {
        try {
            assertThat(form.encode(form.decode(text))).isEqualTo(inOneCase(form, text));
        } catch (InvalidTextException refusal) {
            boolean tooLarge = text.length() >= form.width();
            assertThat(text.isEmpty() || text.startsWith("0") || tooLarge)
                    .as(text)
                    .isTrue();
        }
        try {
            assertThat(form.encodeFixed(form.decodeFixed(text))).isEqualTo(inOneCase(form, text));
        } catch (InvalidTextException refusal) {
            assertThat(refusal.getMessage()).contains("has ");
        }
    }

    private static String inOneCase(NumberText form, String text) {
        return form == NumberText.BASE36 ? text.toLowerCase(Locale.ROOT) : text;
    }

    @Provide
    Arbitrary<NumberText> strict() {
        return Arbitraries.of(NumberText.BASE36, NumberText.BASE62);
    }

    @Provide
    Arbitrary<String> textsOfDigits() {
        Arbitrary<String> digits =
                Arbitraries.strings().withChars(DIGITS_62.toCharArray()).ofMaxLength(13);
        Arbitrary<String> zeros = Arbitraries.strings().withChars('0').ofMaxLength(4);
        return Combinators.combine(zeros, digits).as((front, rest) -> front + rest);
    }

    @Property
    void shouldReadNothingThatItWouldNotWriteAlike(@ForAll String text, @ForAll NumberText form) {
        try {
            long number = form.decode(text);

            assertThat(form.decode(form.encode(number))).isEqualTo(number).isNotNegative();
            assertThat(text.chars().allMatch(unit -> unit < 128)).isTrue();
        } catch (InvalidTextException refusal) {
            assertThat(refusal.getMessage()).hasSizeLessThan(1_000).doesNotContain("\n", "\r");
        }
    }

    @Property
    void shouldReadBackEveryNumberInBase64Url(@ForAll("numbers") long number) {
        assertThat(Base64Url.decode(Base64Url.encode(number))).isEqualTo(number);
    }

    @Provide
    Arbitrary<Long> numbers() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(0, Long.MAX_VALUE),
                Arbitraries.of(0L, 1L, 31L, 32L, 35L, 36L, 61L, 62L, (1L << 53) - 1, 1L << 53, Long.MAX_VALUE),
                Arbitraries.integers().between(0, 62).map(bits -> (1L << bits) - 1));
    }
}
