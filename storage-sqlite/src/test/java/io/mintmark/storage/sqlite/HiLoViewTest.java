package io.mintmark.storage.sqlite;

import static io.mintmark.storage.sqlite.TestStore.content;
import static io.mintmark.storage.sqlite.TestStore.putting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.Reservation;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.HiLoDocument.InvalidHiLoDocumentException;
import io.mintmark.storage.write.Lease;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The document that shows a counter: a view that can be read, listed, edited and deleted (promise G3). */
class HiLoViewTest {
    private static final String ORDERS = "Raven/Hilo/orders";

    @TempDir
    Path directory;

    @AutoClose
    private TestStore store;

    @BeforeEach
    void open() {
        store = TestStore.open(directory);
    }

    private StoredDocument shown() {
        return store.storage.reads().read(DocumentId.of(ORDERS)).orElseThrow();
    }

    private void edit(String body) {
        store.commit(putting(ORDERS, Expectation.ANYTHING, content("@hilo", body)));
    }

    @Test
    void shouldKeepTheSpellingOfACounterThatIsUsedByAnotherOneAfterARestart() {
        store.reserve("ORDERS");
        store.close();
        open();

        store.reserve("orders");

        assertThat(shown().id().text()).isEqualTo("Raven/Hilo/ORDERS");
    }

    @Test
    void shouldShowACounterUnderAnySpelling() {
        store.reserve("Orders");

        assertThat(store.body("RAVEN/hiLO/ORDERS")).isEqualTo("{\"Max\":32}");
        assertThat(shown().content().collection()).isEqualTo("@hilo");
        assertThat(shown().id().text()).isEqualTo("Raven/Hilo/Orders");
    }

    @Test
    void shouldChangeItsVersionWithEveryReservation() {
        store.reserve("orders");
        String first = shown().changeVector();

        store.reserve("orders");

        assertThat(shown().changeVector()).isNotEqualTo(first);
        assertThat(store.storage.reads().lastEtag()).isEqualTo(shown().etag());
    }

    @Test
    void shouldKeepOtherMembersAndMetadata() {
        store.commit(putting(ORDERS, Expectation.ANYTHING, content("Mine", "{ \"note\" : [1, 2.50] , \"Max\":64}")));

        store.reserve("orders");

        StoredDocument document = shown();
        assertThat(new String(document.content().body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"Max\":96,\"note\" : [1, 2.50] }");
        assertThat(new String(document.content().metadata(), StandardCharsets.UTF_8))
                .isEqualTo("{\"@collection\":\"Mine\"}");
        assertThat(store.collections()).containsOnlyKeys("Mine");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"max\":1}",
                "{\"Max\":-1}",
                "{\"Max\":1.0}",
                "{\"Max\":1e3}",
                "{\"Max\":\"1\"}",
                "{\"Max\":null}",
                "{\"Max\":9007199254740992}",
                "{\"Max\":99999999999999999999999}"
            })
    void shouldRefuseAMaxThatNoCounterCanStandAt(String body) {
        store.reserve("orders");

        assertThatThrownBy(() -> edit(body))
                .isInstanceOf(InvalidHiLoDocumentException.class)
                .hasMessageContaining("Max");

        assertThat(store.body(ORDERS)).isEqualTo("{\"Max\":32}");
    }

    @Test
    void shouldNotBringBackWhatADeletedCounterHadPassed() {
        store.reserve("orders");
        store.delete(ORDERS);

        edit("{\"Max\":1}");

        assertThat(store.body(ORDERS)).isEqualTo("{\"Max\":32}");
    }

    @Test
    void shouldFenceTheLatestLeaseByAnEdit() {
        Lease lease = store.reserve("orders");

        edit("{\"Max\":32}");

        assertThat(store.giveBack("orders", 5, 32, lease.serial())).isFalse();
        assertThat(store.reserve("orders").low()).isEqualTo(33);
    }

    @Test
    void shouldCheckTheExpectationOfAnEdit() {
        store.reserve("orders");
        String version = shown().changeVector();
        store.reserve("orders");

        assertThatThrownBy(() -> store.commit(
                        putting(ORDERS, new Expectation.Version(version), content("@hilo", "{\"Max\":100}"))))
                .isInstanceOf(ConcurrencyException.class);

        String current = shown().changeVector();
        store.commit(putting(ORDERS, new Expectation.Version(current), content("@hilo", "{\"Max\":100}")));
        assertThat(store.body(ORDERS)).isEqualTo("{\"Max\":100}");
    }

    @Test
    void shouldTakeNothingBackBelowWhatARaiseWasToldToStandAt() {
        Lease lease = store.reserve("orders");
        long stands = store.storage
                .write(new CounterRaise(CounterName.ofTag("orders"), 20))
                .last();
        assertThat(stands).isEqualTo(32);

        assertThat(store.giveBack("orders", 5, 32, lease.serial())).isFalse();

        assertThat(store.reserve("orders").low()).isGreaterThan(stands);
    }

    @Test
    void shouldRefuseBeyondTheCeilingAndKeepRefusing() {
        edit("{\"Max\":" + (Reservation.CEILING_JS_SAFE - 10) + "}");

        Lease last = store.reserve("orders");

        assertThat(last.high()).isEqualTo(Reservation.CEILING_JS_SAFE);
        assertThat(last.size()).isEqualTo(10);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> store.reserve("orders")).isInstanceOf(ExhaustedException.class);
        }
    }
}
