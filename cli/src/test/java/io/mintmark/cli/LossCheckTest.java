package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The comparison is compared: it accepts a store that kept everything, and notices each loss, at the latest when it must. */
class LossCheckTest {
    private static final int MANY = 5_000;

    private final Acknowledged acknowledged = new Acknowledged();
    private final LossCheck check = new LossCheck(acknowledged, new SplittableRandom(1));
    private final Store store = new Store();

    private static final class Store implements LossCheck.Shown {
        final Map<String, String> documents = new HashMap<>();
        final Set<String> read = new HashSet<>();
        long max = 32;

        @Override
        public Map<String, String> read(Collection<String> ids) {
            read.addAll(ids);
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
        acknowledged.issued("orders", 1, 32);
        acknowledged.storedNew("users/1-A", "one");
        acknowledged.storedNew("users/2-A", "two");
        acknowledged.deleting("users/2-A");
        acknowledged.deleted("users/2-A");
        store.documents.put("users/1-A", "one");
    }

    private void storeMany() {
        for (int i = 0; i < MANY; i++) {
            acknowledged.stored("notes/" + i, "stamp");
            store.documents.put("notes/" + i, "stamp");
        }
    }

    /** Makes everything so far old: the next look is partial, and compares only what changes from here on. */
    private void lookAtEverything() throws Exception {
        check.look(store, true);
        store.read.clear();
    }

    @Test
    void historyThatHoldsIsAccepted() throws Exception {
        store.documents.put("notes/unknown", "its reply was lost");

        check.look(store, true);

        assertThat(check.lost()).isZero();
    }

    @Test
    void documentLostIsNoticed() throws Exception {
        store.documents.clear();

        check.look(store, true);

        assertThat(check.firstLost()).containsExactly("users/1-A must be 'one'");
    }

    @Test
    void olderVersionIsNoticed() throws Exception {
        store.documents.put("users/1-A", "older");

        check.look(store, true);

        assertThat(check.lost()).isOne();
    }

    @Test
    void deleteLostIsNoticed() throws Exception {
        store.documents.put("users/2-A", "two");

        check.look(store, true);

        assertThat(check.firstLost()).containsExactly("users/2-A must be ''");
    }

    @Test
    void deleteWithoutAnAnswerMayHaveHappenedOrNot() throws Exception {
        acknowledged.deleting("users/1-A");
        store.documents.clear();

        check.look(store, true);

        assertThat(check.lost()).isZero();
    }

    @Test
    void counterBelowAnIssuedNumberIsNoticed() throws Exception {
        store.max = 31;

        check.look(store, true);

        assertThat(check.firstLost()).containsExactly("orders=32 was issued but Max is 31");
    }

    @Test
    void whatChangedIsComparedAtTheNextLook() throws Exception {
        storeMany();
        check.look(store, false);
        assertThat(store.read).hasSize(MANY + 2);

        store.read.clear();
        acknowledged.deleting("notes/7");
        acknowledged.deleted("notes/7");
        check.look(store, false);
        assertThat(store.read).contains("notes/7").hasSizeBetween(2, LossCheck.SAMPLE + 1);
        assertThat(check.firstLost()).containsExactly("notes/7 must be ''");
    }

    @Test
    void oldDocumentThatIsLostIsNoticedAtTheNextFullLook() throws Exception {
        storeMany();
        lookAtEverything();
        store.documents.remove("notes/7");

        for (int look = 2; look < LossCheck.FULL_EVERY; look++) {
            store.read.clear();
            check.look(store, false);
            assertThat(store.read).hasSizeLessThanOrEqualTo(LossCheck.SAMPLE);
        }
        check.look(store, false);

        assertThat(store.read).hasSize(MANY + 2);
        assertThat(check.firstLost()).containsExactly("notes/7 must be 'stamp'");
    }

    @Test
    void oldDocumentThatIsLostIsNoticedAtTheLastLook() throws Exception {
        storeMany();
        lookAtEverything();
        store.documents.remove("notes/7");

        check.look(store, true);

        assertThat(check.lost()).isOne();
    }

    @Test
    void samplesFindALossAmongMany() throws Exception {
        storeMany();
        lookAtEverything();
        store.documents.clear();

        check.look(store, false);

        assertThat(check.lost()).isBetween(LossCheck.SAMPLE * 3L / 4, (long) LossCheck.SAMPLE);
    }

    @Test
    void lossThatIsSeenAgainIsCountedOnce() throws Exception {
        store.documents.clear();

        check.look(store, true);
        check.look(store, true);

        assertThat(check.lost()).isOne();
    }
}
