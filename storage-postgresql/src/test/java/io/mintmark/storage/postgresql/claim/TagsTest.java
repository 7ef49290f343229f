package io.mintmark.storage.postgresql.claim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order in which tags are taken. */
class TagsTest {
    @ParameterizedTest
    @CsvSource({"0, A", "1, B", "25, Z", "26, AA", "27, AB", "51, AZ", "52, BA", "701, ZZ", "702, AAA"})
    void shouldGoFromAToZAndOn(int number, String tag) {
        assertThat(Claims.tag(number).text()).isEqualTo(tag);
    }
}
