package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which row of our own table a description means. */
class OwnRowNameTest {
    private final JdbcRanges ranges = TestDatabase.H2.ranges();
    private final JdbcCounter counter =
            ranges.counter(TestDatabase.fresh("Orders")).build();

    @Test
    void shouldCountInTheSameRowUnderAnotherNameInMessages() {
        counter.raise(1_000);

        JdbcCounter renamed =
                ranges.counter(counter.description().named("ours")).build();

        assertThat(renamed.reserve(10).low()).isEqualTo(1_001);
        assertThat(ranges.has("ours")).isFalse();
    }

    @Test
    void shouldCountInTheRowThatIsNamed() {
        counter.raise(1_000);
        String other = TestDatabase.fresh("items");

        JdbcCounter items = ranges.counter(counter.description().row(other)).build();

        assertThat(items.reserve(10).low()).isEqualTo(1);
        assertThat(ranges.has(other)).isTrue();
    }
}
