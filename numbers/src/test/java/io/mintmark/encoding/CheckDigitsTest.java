package io.mintmark.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.StringLength;

class CheckDigitsTest {
    @Example
    void shouldComputeKnownCheckDigits() {
        assertThat(CheckDigits.DAMM.checkDigits("572")).isEqualTo("4");
        assertThat(CheckDigits.MOD_97_10.checkDigits("794")).isEqualTo("44");
        assertThat(CheckDigits.MOD_97_10.append(794)).isEqualTo("79444");
        assertThat(CheckDigits.DAMM.append("0")).isEqualTo("00");
    }

    @Property
    void shouldReadTheLongestTextThatItMakes(@ForAll CheckDigits form) {
        int width = form.checkDigits("1").length();
        String longest = "1".repeat(CheckDigits.TEXT_LENGTH_MAX - width);

        assertThat(form.strip(form.append(longest))).isEqualTo(longest);
        assertThatThrownBy(() -> form.append(longest + "1")).isInstanceOf(InvalidTextException.class);
    }

    @Property
    void shouldLeaveOneModulo97(@ForAll @NumericChars @StringLength(min = 1, max = 60) String digits) {
        String whole = CheckDigits.MOD_97_10.append(digits);

        assertThat(new BigInteger(whole).mod(BigInteger.valueOf(97))).isEqualTo(BigInteger.ONE);
        assertThat(whole).startsWith(digits).hasSize(digits.length() + 2);
    }

    @Property
    void shouldEndDammsWalkAtZero(@ForAll @NumericChars @StringLength(min = 1, max = 60) String digits) {
        assertThat(Damm.interim(CheckDigits.DAMM.append(digits))).isZero();
    }

    @Property
    void shouldGiveBackWhatWasChecked(
            @ForAll @NumericChars @StringLength(min = 1, max = 60) String digits, @ForAll CheckDigits form) {
        String whole = form.append(digits);

        assertThat(form.isValid(whole)).isTrue();
        assertThat(form.strip(whole)).isEqualTo(digits);
    }

    @Property
    void shouldNoticeEverySlip(
            @ForAll @NumericChars @StringLength(min = 1, max = 25) String digits, @ForAll CheckDigits form) {
        assertThat(unnoticed(digits, form::append, (whole, slipped) -> form.isValid(slipped)))
                .isZero();
    }

    /** The check of bank cards lets 09 and 90 pass for each other; the search above must see that. */
    @Example
    void shouldFindTheSwapThatLuhnMisses() {
        UnaryOperator<String> append = digits -> digits + luhn(digits);

        assertThat(unnoticed(
                        "1095",
                        append,
                        (whole, slipped) -> slipped.equals(append.apply(slipped.substring(0, slipped.length() - 1)))))
                .isPositive();
    }

    private static int luhn(String digits) {
        int sum = 0;
        for (int back = 0; back < digits.length(); back++) {
            int digit = digits.charAt(digits.length() - 1 - back) - '0';
            int counted = back % 2 == 0 ? 2 * digit : digit;
            sum += counted > 9 ? counted - 9 : counted;
        }
        return (10 - sum % 10) % 10;
    }

    /** Makes every single wrong digit and every swap of neighbours, check digits included; counts those that pass. */
    private static int unnoticed(String digits, UnaryOperator<String> append, BiPredicate<String, String> passes) {
        String whole = append.apply(digits);
        int unnoticed = 0;
        for (int at = 0; at < whole.length(); at++) {
            for (char digit = '0'; digit <= '9'; digit++) {
                String wrong = whole.substring(0, at) + digit + whole.substring(at + 1);
                unnoticed += !wrong.equals(whole) && passes.test(whole, wrong) ? 1 : 0;
            }
            if (at + 1 < whole.length()) {
                String swapped =
                        whole.substring(0, at) + whole.charAt(at + 1) + whole.charAt(at) + whole.substring(at + 2);
                unnoticed += !swapped.equals(whole) && passes.test(whole, swapped) ? 1 : 0;
            }
        }
        return unnoticed;
    }

    @Example
    void shouldRefuseWhatIsNotDigits() {
        for (CheckDigits form : CheckDigits.values()) {
            assertThatThrownBy(() -> form.append("12a")).isInstanceOf(InvalidTextException.class);
            assertThatThrownBy(() -> form.append("")).isInstanceOf(InvalidTextException.class);
            assertThatThrownBy(() -> form.append("1".repeat(1_001))).isInstanceOf(InvalidTextException.class);
            assertThatThrownBy(() -> form.append(-1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> form.strip("4")).isInstanceOf(InvalidTextException.class);
            assertThat(form.isValid("")).isFalse();
            assertThat(form.isValid("5724 ")).isFalse();
            assertThat(form.isValid("١٢٣")).isFalse();
        }
        assertThatThrownBy(() -> CheckDigits.DAMM.strip("5723")).hasMessageContaining("5723");
        assertThatThrownBy(() -> CheckDigits.MOD_97_10.strip("79445")).hasMessageContaining("typing mistake");
    }
}
