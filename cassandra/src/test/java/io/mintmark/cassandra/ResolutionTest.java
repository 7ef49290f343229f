package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A lost answer is judged by the name of the request that left the row's state, and by nothing else. */
class ResolutionTest {
    private static final RowState EXPECTED = new RowState(32, 1, UUID.randomUUID());
    private static final RowState NEXT = new RowState(64, 2, UUID.randomUUID());

    @Test
    void shouldKnowItsOwnRequestByItsName() {
        assertThat(judged(NEXT)).isEqualTo(Resolution.DONE);
    }

    @Test
    void shouldSendAgainWhatWasNotDoneYet() {
        assertThat(judged(EXPECTED)).isEqualTo(Resolution.NOT_YET);
    }

    @Test
    void shouldNotTakeAnothersRequestWithTheSameNumbersForItsOwn() {
        assertThat(judged(new RowState(64, 2, UUID.randomUUID()))).isEqualTo(Resolution.OVERTAKEN);
    }

    @Test
    void shouldNotTakeANumberThatCameBackForTheStateThatItHad() {
        assertThat(judged(new RowState(32, 3, UUID.randomUUID()))).isEqualTo(Resolution.OVERTAKEN);
        assertThat(judged(new RowState(32, 1, UUID.randomUUID()))).isEqualTo(Resolution.OVERTAKEN);
    }

    @Test
    void shouldSendNothingToARowThatIsGone() {
        assertThat(Resolution.of(EXPECTED, NEXT, Optional.empty())).isEqualTo(Resolution.OVERTAKEN);
    }

    private static Resolution judged(RowState found) {
        return Resolution.of(EXPECTED, NEXT, Optional.of(found));
    }
}
