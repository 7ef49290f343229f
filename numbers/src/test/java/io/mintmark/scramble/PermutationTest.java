package io.mintmark.scramble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.number.InvalidIdException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PermutationTest {
    private static final long JS_SAFE = (1L << 53) - 1;

    /** Computed by a second implementation, in another language, from the words of the Javadoc. */
    @ParameterizedTest
    @CsvSource({
        "orders, 9223372036854775807, 6473796785190282877, 8649462340809484529, 3133622482644671583, 810165324360586287",
        "orders, 9007199254740991, 5135107889298907, 7232791231864357, 282998409695116, 3926457403915902",
        "orders, 1000000000, 287360430, 338097593, 542803329, 593550750",
        "orders, 1000, 753, 829, 580, 998",
        "orders, 3, 2, 3, 1, 1",
        "invoices, 9223372036854775807, 8067677982354967627, 4110439034962831994, 2283076487381568075, 4383689030076638368",
        "invoices, 1000, 937, 899, 965, 178",
        "Invoices, 1000, 937, 899, 965, 178",
    })
    void shouldMapByConstructionF1(String collection, long size, long first, long second, long third, long last) {
        Permutation permutation = Permutation.of(Keys.counting("k1"), collection, size);

        assertThat(LongStream.of(1, 2, 3, size).map(permutation::encode)).containsExactly(first, second, third, last);
        assertThat(LongStream.of(first, second, third, last).map(permutation::decode))
                .containsExactly(1L, 2L, 3L, size);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 1_000, JS_SAFE, Long.MAX_VALUE})
    void shouldRefuseWhatIsNotFromOneToItsSize(long size) {
        Permutation permutation = Permutation.of(Keys.counting("k1"), "orders", size);

        for (long outside : new long[] {0, -1, Long.MIN_VALUE, size == Long.MAX_VALUE ? Long.MIN_VALUE : size + 1}) {
            assertThatThrownBy(() -> permutation.encode(outside))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1 to " + size)
                    .hasMessageContaining("number=" + outside);
            assertThatThrownBy(() -> permutation.decode(outside))
                    .isInstanceOf(InvalidIdException.class)
                    .hasMessageContaining("shown=" + outside);
        }
    }

    @Test
    void shouldClaimNothingBelowAMillionAndSaySo() {
        Permutation small = Permutation.of(Keys.counting("k1"), "orders", 999_999);
        Permutation large = Permutation.of(Keys.counting("k1"), "orders", 1_000_000);

        assertThat(small.looksRandomOnly()).isTrue();
        assertThat(small.rounds()).isEqualTo(24);
        assertThat(small).asString().contains("looks random only");
        assertThat(large.looksRandomOnly()).isFalse();
        assertThat(large.rounds()).isEqualTo(10);
        assertThat(large).asString().doesNotContain("looks random only");
    }

    @Test
    void shouldShowNoSecret() {
        PermutationKey key = Keys.counting("k1");

        assertThat(List.of(key, Permutation.of(key, "orders", 10), key.secret()))
                .allSatisfy(shown -> assertThat(shown.toString()).doesNotContainIgnoringCase("706050403"));
    }

    @Test
    void shouldRefuseSizesWithoutNumbersAndKeysWithoutSecret() {
        assertThatThrownBy(() -> Permutation.of(Keys.counting("k1"), "orders", 0))
                .hasMessageContaining("size=0");
        assertThatThrownBy(() -> PermutationKey.of("k1", new byte[16])).hasMessageContaining("not all zero");
        assertThatThrownBy(() -> PermutationKey.of("k1", new byte[] {1})).hasMessageContaining("16");
        assertThatThrownBy(() -> PermutationKey.of("K1", new byte[16])).hasMessageContaining("a to z");
        assertThatThrownBy(() -> PermutationKey.of("", new byte[16])).hasMessageContaining("length=0");
    }

    @Test
    void shouldNotFollowLaterChangesOfTheSecretsArray() {
        byte[] secret = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        PermutationKey key = PermutationKey.of("k1", secret);
        long before = Permutation.of(key, "orders", JS_SAFE).encode(1);

        secret[0] = 99;

        assertThat(Permutation.of(key, "orders", JS_SAFE).encode(1)).isEqualTo(before);
    }
}
