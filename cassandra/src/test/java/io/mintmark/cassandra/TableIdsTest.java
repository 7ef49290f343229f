package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** A table is made only where no node has it: a node that has not heard of it yet would make another one. */
class TableIdsTest {

    @Test
    void shouldMakeATableThatNoNodeHas() {
        assertThat(TableIds.isNowhere(Set.of(TableIds.NONE))).isTrue();
    }

    @Test
    void shouldWaitForATableThatSomeNodesHaveAndOthersHaveNotHeardOf() {
        assertThat(TableIds.isNowhere(Set.of(TableIds.NONE, "7c1d0e90-cc2f-11f0-8de9-0242ac120002")))
                .isFalse();
    }

    @Test
    void shouldNotMakeATableThatIsThere() {
        assertThat(TableIds.isNowhere(Set.of("7c1d0e90-cc2f-11f0-8de9-0242ac120002")))
                .isFalse();
    }
}
