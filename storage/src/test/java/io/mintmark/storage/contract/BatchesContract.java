package io.mintmark.storage.contract;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.deleting;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.document.BatchScopeException;
import io.mintmark.storage.document.CollectionMismatchException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.HiLoDocument.InvalidHiLoDocumentException;
import io.mintmark.storage.write.Lease;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every engine must do for batches of documents. */
public interface BatchesContract extends OpenedStorage {
    @Test
    default void shouldUndoABatchThatIsRefusedHalfWay() {
        requireBatchesOverBuckets();
        put("there", "{\"a\":1}");
        reserve("orders");
        long documents = storage().reads().statistics().documents();

        assertThatThrownBy(() -> commit(
                        putting("new", Expectation.ANYTHING, content("Others", "{}")),
                        putting("there", Expectation.ANYTHING, "{\"a\":2}"),
                        putting("counted|", Expectation.ANYTHING, "{}"),
                        deleting("there"),
                        putting("there", new Expectation.Version("A:99-x"), "{\"a\":3}")))
                .isInstanceOf(ConcurrencyException.class);

        assertThat(body("new")).isNull();
        assertThat(body("there")).isEqualTo("{\"a\":1}");
        assertThat(body("counted/1")).isNull();
        assertThat(storage().reads().collections(Slice.ALL))
                .noneMatch(each -> each.name().equals("Others"));
        assertThat(storage().reads().statistics().documents()).isEqualTo(documents);
        assertThat(reserve("orders").low()).isEqualTo(33);
        assertThat(put("counted|", "{}").id().text())
                .as("a number that a refused batch took stays taken")
                .isEqualTo("counted/2");
    }

    /** The counter may stay raised: numbers are passed over, and none comes twice. */
    @Test
    default void shouldReserveAboveWhatWasReservedAfterARefusedBatchWroteToTheCounter() {
        requireBatchesOverBuckets();
        put("there", "{}");
        Lease before = reserve("orders");

        assertThatThrownBy(() -> commit(
                        putting("Raven/Hilo/orders", Expectation.ANYTHING, content("@hilo", "{\"Max\":500}")),
                        putting("there", Expectation.ABSENT, "{}")))
                .isInstanceOf(ConcurrencyException.class);

        assertThat(reserve("orders").low()).isIn(before.high() + 1, 501L);
    }

    @Test
    default void shouldShowARefusedBatchToNobody() {
        requireBatchesOverBuckets();
        listen();
        put("there", "{}");
        int heard = heard().size();

        assertThatThrownBy(() -> commit(
                        putting("new", Expectation.ANYTHING, "{}"),
                        putting("counted|", Expectation.ANYTHING, "{}"),
                        putting("there", Expectation.ABSENT, "{}")))
                .isInstanceOf(ConcurrencyException.class);

        assertThat(heard()).hasSize(heard);
        reopen();
        assertThat(body("new")).isNull();
        assertThat(body("counted/1")).isNull();
        assertThat(put("counted|", "{}").id().text()).isEqualTo("counted/2");
    }

    @Test
    default void shouldUndoABatchOfOneBucketThatIsRefusedHalfWay() {
        put("there", "{\"a\":1}");
        listen();

        assertThatThrownBy(() -> commit(
                        putting("new$there", Expectation.ANYTHING, "{}"),
                        putting("there", Expectation.ANYTHING, "{\"a\":2}"),
                        deleting("there"),
                        putting("there", new Expectation.Version("A:99-x"), "{\"a\":3}")))
                .isInstanceOf(ConcurrencyException.class);

        assertThat(heard()).isEmpty();
        assertThat(body("new$there")).isNull();
        assertThat(body("there")).isEqualTo("{\"a\":1}");
        assertThat(storage().reads().statistics().documents()).isEqualTo(1);
    }

    @Test
    default void shouldHoldABatchOverTwoBucketsOrRefuseItByName() {
        if (storage().batchScope() == BatchScope.DATABASE) {
            commit(putting("a", Expectation.ABSENT, "{}"), putting("b", Expectation.ABSENT, "{}"));
            assertThat(storage().reads().statistics().documents()).isEqualTo(2);
            return;
        }

        assertThatThrownBy(() -> commit(putting("a", Expectation.ABSENT, "{}"), deleting("b")))
                .isInstanceOf(BatchScopeException.class)
                .hasMessageContainingAll("must share a bucket", "a lies in bucket", "b in bucket", "anchor");
        assertThatThrownBy(
                        () -> commit(putting("a", Expectation.ABSENT, "{}"), putting("b|", Expectation.ANYTHING, "{}")))
                .isInstanceOf(BatchScopeException.class)
                .hasMessageContaining("an id that the server makes");
        assertThat(storage().reads().statistics().documents()).isZero();
        assertThat(next("b")).as("no number was taken").isEqualTo(1);
    }

    @Test
    default void shouldLetEachCommandSeeThoseBeforeIt() {
        List<CommandResult> results = commit(
                putting("a", Expectation.ABSENT, "{}"),
                deleting("a"),
                putting("a", Expectation.ABSENT, content("Others", "{\"b\":1}")),
                deleting("none$a"));

        assertThat(((CommandResult.Deleted) results.get(1)).existed()).isTrue();
        assertThat(((CommandResult.Deleted) results.get(3)).existed()).isFalse();
        assertThat(body("a")).isEqualTo("{\"b\":1}");
        assertThat(storage().reads().collections(Slice.ALL)).containsExactly(new NamedNumber("Others", 1));
    }

    @Test
    default void shouldKeepADocumentInItsCollection() {
        put("a", "{}");

        assertThatThrownBy(() -> commit(putting("A", Expectation.ANYTHING, content("Others", "{}"))))
                .isInstanceOf(CollectionMismatchException.class)
                .hasMessageContaining("Things");
    }

    /** No key form says it, so no engine can ask for its rows. */
    @Test
    default void shouldRefuseACollectionWithHalfOfACharacterAndGoOn() {
        assertThatThrownBy(() -> commit(putting("a", Expectation.ANYTHING, content("half \ud83d", "{}"))))
                .isInstanceOf(InvalidDocumentIdException.class)
                .hasMessageContaining("unpaired surrogate");

        put("a", "{\"a\":1}");
        assertThat(body("a")).isEqualTo("{\"a\":1}");
    }

    @Test
    default void shouldMakeIdsThatAreNew() {
        CommandResult.Stored byEtag = put("users/", "{}");
        CommandResult.Stored guid = put("", "{}");
        CommandResult.Stored identity = put("users|", "{}");

        long etag = storage().reads().read(byEtag.id()).orElseThrow().etag();
        assertThat(byEtag.id().text()).isEqualTo(String.format("users/%019d-A", etag));
        assertThat(guid.id().text()).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(identity.id().text()).isEqualTo("users/1");
        assertThat(put("users/", "{}").id()).isNotEqualTo(byEtag.id());
    }

    @Test
    default void shouldNotReplaceADocumentWhoseIdItWouldMake() {
        put("users/1", "{\"mine\":1}");
        assertThatThrownBy(() -> put("users|", "{}")).isInstanceOf(ConcurrencyException.class);
        long etag = Long.parseLong(put("things/", "{}").id().text().substring(7, 26));
        for (int i = 1; i < 9; i++) {
            put(String.format("things/%019d-A", etag + i + 8), "{\"mine\":1}");
        }

        for (int i = 0; i < 9; i++) {
            put("things/", "{}");
        }

        assertThat(body("users/1")).isEqualTo("{\"mine\":1}");
        for (int i = 1; i < 9; i++) {
            assertThat(body(String.format("things/%019d-A", etag + i + 8))).isEqualTo("{\"mine\":1}");
        }
        assertThat(put("users|", "{}").id().text()).isEqualTo("users/2");
    }

    @Test
    default void shouldKeepTheVersionOfWhatIsTheSame() {
        CommandResult.Stored first = put("a", "{\"x\":1,\"y\":2}");
        String version = storage().reads().listVersion();

        CommandResult.Stored again = putIfChanged("a", "{\"y\":2,\"x\":1}");

        assertThat(again.changeVector()).isEqualTo(first.changeVector());
        assertThat(storage().reads().listVersion()).isEqualTo(version);
        assertThat(putIfChanged("a", "{\"x\":2}").changeVector()).isNotEqualTo(first.changeVector());
        assertThat(body("a")).isEqualTo("{\"x\":2}");
        putIfChanged("new", "{\"x\":3}");
        assertThat(body("new")).isEqualTo("{\"x\":3}");
    }

    private CommandResult.Stored putIfChanged(String id, String body) {
        DocumentCommand.Put put = putting(id, Expectation.ANYTHING, body);
        return (CommandResult.Stored)
                commit(new DocumentCommand.Put(put.id(), put.expectation(), put.content(), Overwrite.IF_CHANGED))
                        .get(0);
    }

    @Test
    default void shouldRaiseACounterByItsDocumentAndNeverLowerIt() {
        commit(putting("Raven/Hilo/orders", Expectation.ANYTHING, content("@hilo", "{\"Max\":64,\"note\":1}")));
        assertThat(reserve("orders").low()).isEqualTo(65);

        commit(putting("Raven/Hilo/orders", Expectation.ANYTHING, content("@hilo", "{\"Max\":12}")));

        assertThat(body("Raven/Hilo/orders")).isEqualTo("{\"Max\":96}");
        assertThatThrownBy(() ->
                        commit(putting("Raven/Hilo/orders", Expectation.ANYTHING, content("@hilo", "{\"max\":1}"))))
                .isInstanceOf(InvalidHiLoDocumentException.class);
        assertThat(reserve("orders").low()).isEqualTo(97);
        commit(putting("Raven/Hilo/orders", Expectation.ANYTHING, content("@hilo", "{\"Max\":200}")));
        assertThat(reserve("orders").low()).isEqualTo(201);
    }

    @Test
    default void shouldHideADeletedCounterUntilItsNextRange() {
        reserve("orders");

        assertThat(delete("Raven/Hilo/orders")).isTrue();
        assertThat(delete("Raven/Hilo/orders")).isFalse();

        assertThat(body("Raven/Hilo/orders")).isNull();
        assertThat(storage().reads().statistics().documents()).isZero();
        assertThat(reserve("orders").low()).isEqualTo(33);
        assertThat(body("Raven/Hilo/orders")).isEqualTo("{\"Max\":64}");
        assertThat(storage().reads().statistics().documents()).isEqualTo(1);
    }

    @Test
    default void shouldTakeBatchesOfOneThreadInTheirOrder() {
        List<Pending<List<CommandResult>>> pieces = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            DocumentCommand put = putting("a", Expectation.ANYTHING, "{\"n\":" + i + "}");
            pieces.add(storage().submit(new DocumentBatch(List.of(put), IdentityPartsSeparator.DEFAULT), Party.NOBODY));
        }
        pieces.forEach(Pending::await);

        assertThat(body("a")).isEqualTo("{\"n\":49}");
    }

    @Test
    default void shouldLetOneOfManyWritersThroughThatExpectTheSame() throws Exception {
        put("a", "{\"n\":0}");
        List<String> versions = OnThreads.collect(6, thread -> {
            List<String> written = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String seen = storage().reads().version(DocumentId.of("a")).orElseThrow();
                try {
                    commit(putting("a", new Expectation.Version(seen), "{\"after\":\"" + seen + "\"}"));
                    written.add(seen);
                } catch (ConcurrencyException other) {
                    // Somebody else was first.
                }
            }
            return written;
        });

        assertThat(versions).doesNotHaveDuplicates().isNotEmpty();
    }
}
