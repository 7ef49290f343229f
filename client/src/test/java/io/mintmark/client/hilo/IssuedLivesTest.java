package io.mintmark.client.hilo;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.range.Range;
import org.junit.jupiter.api.Test;

/** An id of a range leads to the life that it was made for; any other id leads to none. */
class IssuedLivesTest {
    private static final DatabaseLife FIRST = new DatabaseLife("first", 1);
    private static final DatabaseLife SECOND = new DatabaseLife("second", 1);

    private final IssuedLives lives = new IssuedLives();

    private static Range range(long low, String prefix, String node) {
        return new Range(low, low + 31, prefix, node, low);
    }

    @Test
    void shouldFindTheLifeOfEachId() {
        lives.add(range(1, "orders/", "A"), FIRST);
        lives.add(range(33, "orders/", "B"), SECOND);
        lives.add(range(1, "users:", "A"), SECOND);

        assertThat(lives.of("orders/1-A")).contains(FIRST);
        assertThat(lives.of("orders/32-A")).contains(FIRST);
        assertThat(lives.of("orders/33-B")).contains(SECOND);
        assertThat(lives.of("users:7-A")).contains(SECOND);
        assertThat(lives.of("orders/0007-A")).as("another prefix").isEmpty();
    }

    @Test
    void shouldFindNoneForIdsOfOthers() {
        lives.add(range(33, "orders/", "A"), FIRST);

        for (String id : new String[] {
            "orders/5-A",
            "orders/65-A",
            "orders/40-B",
            "bills/40-A",
            "orders/40",
            "orders/",
            "orders/040-A",
            "40-A",
            "",
            "orders/99999999999999999999-A",
            "orders|"
        }) {
            assertThat(lives.of(id)).as(id).isEmpty();
        }
    }

    @Test
    void shouldRememberTheLatestRangesOnly() {
        for (int range = 0; range <= IssuedLives.RANGES_MAX; range++) {
            lives.add(range(1 + 32L * range, "orders/", "A"), FIRST);
        }

        assertThat(lives.of("orders/1-A")).isEmpty();
        assertThat(lives.of("orders/33-A")).contains(FIRST);
    }
}
