package io.mintmark.client.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.exceptions.OlderCopyException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By which replies a client notices that an older copy of its database was put back, and by which it does not. */
class OlderCopyDetectorTest {
    private static final URI NODE = URI.create("http://127.0.0.1:1");
    private static final DatabaseLife FIRST = new DatabaseLife("x", 1);
    private static final DatabaseLife SECOND = new DatabaseLife("x", 2);
    private static final DatabaseLife OTHER = new DatabaseLife("y", 1);

    private final OlderCopyDetector olderCopies = new OlderCopyDetector("shop");

    @Test
    void shouldRefuseALowerIncarnation() {
        accept(SECOND, 5);

        requireRefused(FIRST, 100);

        accept(SECOND, 6);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 9, 10})
    void shouldRefuseALeaseThatIsNotAboveWhatWasSeen(long serial) {
        accept(FIRST, 10);

        requireRefused(FIRST, serial);
    }

    /** A failover may lead from the node that began last to one that began before it. */
    @Test
    void shouldCompareSerialsOfANodeWithThoseOfTheSameNodeOnly() {
        accept(FIRST, "B", 700);

        accept(FIRST, "A", 300);
        accept(FIRST, "B", 701);
        accept(FIRST, "A", 301);

        assertThatThrownBy(() -> accept(FIRST, "A", 301))
                .isInstanceOf(OlderCopyException.class)
                .hasMessageContaining("301");
        assertThatThrownBy(() -> accept(FIRST, "B", 702))
                .as("the copy is one for all nodes")
                .isInstanceOf(OlderCopyException.class);
    }

    @Test
    void shouldAcceptRepliesThatOvertookEachOther() {
        accept(FIRST, 1);
        OlderCopyDetector.Seen asked = olderCopies.seen();
        accept(FIRST, 3);

        assertThatCode(() -> olderCopies.accept(asked, NODE, FIRST, "A", 2)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseACopyForGoodOnceItIsKnown() {
        accept(FIRST, 10);
        OlderCopyDetector.Seen asked = OlderCopyDetector.NOTHING;
        requireRefused(FIRST, 7);

        requireRefused(FIRST, 11);
        requireRefused(FIRST, 1_000);
        assertThatThrownBy(() -> olderCopies.accept(asked, NODE, FIRST, "A", 12))
                .as("asked before it was known")
                .isInstanceOf(OlderCopyException.class);
        assertThatThrownBy(() -> olderCopies.require(NODE, FIRST)).isInstanceOf(OlderCopyException.class);
    }

    @Test
    void shouldGoOnWithAHigherIncarnation() {
        accept(FIRST, 10);
        requireRefused(FIRST, 7);

        accept(SECOND, 1);

        assertThat(olderCopies.isRefusing()).isFalse();
        requireRefused(FIRST, 11);
        accept(SECOND, 2);
        requireRefused(SECOND, 2);
    }

    @Test
    void shouldGoOnWithAnotherDatabaseAndStillKnowTheFirst() {
        accept(FIRST, 10);
        requireRefused(FIRST, 7);

        accept(OTHER, 1);
        requireRefused(FIRST, 11);
        accept(OTHER, 2);
    }

    @Test
    void shouldTakeRangesWithoutALifeUnlessAnOlderCopyWasNoticed() {
        accept(FIRST, 10);
        accept(null, 0);
        requireRefused(FIRST, 7);

        requireRefused(null, 0);

        accept(SECOND, 8);
        accept(null, 0);
    }

    @Test
    void shouldAdoptALifeThatATopologyTells() {
        olderCopies.hear(SECOND);

        requireRefused(FIRST, 1);
    }

    @Test
    void shouldNoticeAnOlderCopyByItsTopology() {
        accept(SECOND, 5);

        olderCopies.hear(FIRST);
        assertThat(olderCopies.isRefusing()).isTrue();
        assertThatThrownBy(() -> olderCopies.require(NODE, FIRST)).isInstanceOf(OlderCopyException.class);

        olderCopies.hear(SECOND);
        assertThat(olderCopies.isRefusing()).as("another node had it").isFalse();
    }

    @Test
    void shouldLetNoLeaseGoBackToAnOlderCopy() {
        assertThat(olderCopies.isCurrent(FIRST)).isFalse();
        accept(FIRST, 10);
        assertThat(olderCopies.isCurrent(FIRST)).isTrue();

        requireRefused(FIRST, 7);
        assertThat(olderCopies.isCurrent(FIRST)).isFalse();

        accept(SECOND, 8);
        assertThat(olderCopies.isCurrent(FIRST)).isFalse();
        assertThat(olderCopies.isCurrent(SECOND)).isTrue();
    }

    @Test
    void shouldForgetTheDatabaseThatWasSilentLongest() {
        accept(OTHER, 10);
        accept(FIRST, 10);
        accept(OTHER, 11);
        for (int i = 1; i <= 15; i++) {
            accept(new DatabaseLife("id" + i, 1), 1);
        }

        accept(FIRST, 1);
        requireRefused(new DatabaseLife("id15", 1), 1);
    }

    @Test
    void shouldSayWhatCameWhatWasSeenAndWhatToRun() {
        accept(FIRST, 10);

        assertThatThrownBy(() -> accept(FIRST, 7))
                .isInstanceOfSatisfying(
                        OlderCopyException.class, e -> assertThat(e.node()).isEqualTo(NODE))
                .hasMessage(
                        "An older copy of the database shop was put back: http://127.0.0.1:1 answered with lease 7 of"
                                + " incarnation 1, after this client had seen lease 10 of incarnation 1. None of its numbers are"
                                + " used: run `mintmark raise` on it, see docs/operating.md");
        assertThatThrownBy(() -> olderCopies.require(NODE, FIRST))
                .as("in the words of the first time")
                .hasMessageContaining("answered with lease 7 of incarnation 1");
    }

    @Test
    void shouldReadLivesAsServersSpellThem() {
        assertThat(DatabaseLife.parse("0123456789abcdefABC-_Z.12"))
                .hasValue(new DatabaseLife("0123456789abcdefABC-_Z", 12));
        assertThat(new DatabaseLife("x", 12)).hasToString("x.12");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12", "x", "x.", "x.0", "x.01", ".1", "x.1.2", "x y.1", "x.1234567890123456789"})
    void shouldNotTakeForALifeWhatIsNone(String text) {
        assertThat(DatabaseLife.parse(text)).isEmpty();
    }

    private void accept(DatabaseLife life, long serial) {
        accept(life, "A", serial);
    }

    private void accept(DatabaseLife life, String tag, long serial) {
        olderCopies.accept(olderCopies.seen(), NODE, life, tag, serial);
    }

    private void requireRefused(DatabaseLife life, long serial) {
        assertThatThrownBy(() -> accept(life, serial)).isInstanceOf(OlderCopyException.class);
        assertThat(olderCopies.isRefusing()).isTrue();
    }
}
