package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.cli.Calls.Range;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The judge of {@link KillNineIT} is judged: it accepts a history that holds, and notices each way to break it. */
class AcknowledgedTest {
    private static final Range FIRST = new Range(1, 32, "1");

    private final Acknowledged acknowledged = new Acknowledged();
    private final Store store = new Store();

    private static final class Store implements Acknowledged.Shown {
        final Map<String, String> documents = new HashMap<>();
        long max = 32;

        @Override
        public Map<String, String> read(Collection<String> ids) {
            Map<String, String> found = new HashMap<>(documents);
            found.keySet().retainAll(ids);
            return found;
        }

        @Override
        public long max(String tag) {
            return max;
        }
    }

    @BeforeEach
    void recordAHistoryThatHolds() {
        acknowledged.reserved("orders", FIRST);
        acknowledged.issued("orders", 1, 32);
        acknowledged.storedNew("users/1-A", "one");
        acknowledged.storedNew("users/2-A", "two");
        acknowledged.deleting("users/2-A");
        acknowledged.deleted("users/2-A");
        acknowledged.identity("users", 1);
        store.documents.put("users/1-A", "one");
    }

    @Test
    void historyThatHoldsIsAccepted() throws Exception {
        store.documents.put("notes/unknown", "its reply was lost");

        acknowledged.verify(store);

        acknowledged.checker.requireNoDuplicates();
        assertThat(acknowledged.lost()).isZero();
        assertThat(acknowledged.writes()).isEqualTo(5);
    }

    @Test
    void documentLostIsNoticed() throws Exception {
        store.documents.clear();

        acknowledged.verify(store);

        assertThat(acknowledged.firstLost()).containsExactly("users/1-A must be 'one'");
    }

    @Test
    void olderVersionIsNoticed() throws Exception {
        store.documents.put("users/1-A", "older");

        acknowledged.verify(store);

        assertThat(acknowledged.lost()).isOne();
    }

    @Test
    void deleteLostIsNoticed() throws Exception {
        store.documents.put("users/2-A", "two");

        acknowledged.verify(store);

        assertThat(acknowledged.firstLost()).containsExactly("users/2-A must be ''");
    }

    @Test
    void deleteWithoutAnAnswerMayHaveHappenedOrNot() throws Exception {
        acknowledged.deleting("users/1-A");
        store.documents.clear();

        acknowledged.verify(store);

        assertThat(acknowledged.lost()).isZero();
    }

    @Test
    void counterBelowAnIssuedNumberIsNoticed() throws Exception {
        store.max = 31;

        acknowledged.verify(store);

        assertThat(acknowledged.firstLost()).containsExactly("orders=32 was issued but Max is 31");
    }

    @Test
    void numberIssuedTwiceIsNoticed() {
        acknowledged.issued("orders", 32, 32);

        assertThatThrownBy(acknowledged.checker::requireNoDuplicates)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("32 in orders");
    }

    @Test
    void identityIssuedTwiceIsNoticed() {
        acknowledged.identity("users", 1);

        assertThat(acknowledged.checker.duplicateCount()).isOne();
    }

    @Test
    void madeIdIssuedAgainAfterItsDeleteIsNoticed() {
        acknowledged.storedNew("users/2-A", "again");

        assertThat(acknowledged.checker.duplicateCount()).isOne();
    }

    @Test
    void numbersAcceptedBackMayBeIssuedAgainOnce() {
        Range range = new Range(33, 64, "2");
        acknowledged.reserved("orders", range);
        acknowledged.issued("orders", 33, 40);
        acknowledged.returned("orders", range, 40, true);

        acknowledged.issued("orders", 41, 64);

        acknowledged.checker.requireNoDuplicates();
    }

    @Test
    void numbersWhoseReturnWasRefusedMayNot() {
        Range range = new Range(33, 64, "2");
        acknowledged.reserved("orders", range);
        acknowledged.issued("orders", 33, 40);
        acknowledged.returned("orders", range, 40, false);

        acknowledged.issued("orders", 41, 41);

        assertThat(acknowledged.checker.duplicateCount()).isOne();
    }
}
