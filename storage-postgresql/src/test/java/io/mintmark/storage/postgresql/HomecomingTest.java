package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.ChangePage;
import io.mintmark.storage.index.ChangedDocument;
import io.mintmark.storage.index.IndexReads;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.support.Opened;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Documents that a node took while it was cut off come home as they were acknowledged, and change no other one. */
class HomecomingTest {
    @AutoClose
    private final Opened opened = new Opened();

    private final TestCluster cluster = opened.add(new TestCluster());
    private final PostgresStorage node = opened.add(cluster.open("A", 1));

    private static DocumentContent content(String body) {
        return new DocumentContent("Orders", body.getBytes(UTF_8), "{}".getBytes(UTF_8));
    }

    /** Returns a document as a node takes it. */
    private static StoredDocument taken(Storage by, String tag, String id, String body) {
        long etag = by.drawEtagAhead().orElseThrow();
        return new StoredDocument(
                DocumentId.of(id), content(body), tag + ":" + etag + "-" + by.databaseId(), etag, Instant.EPOCH);
    }

    private static CommandResult.Stored put(Storage storage, String id, String body) {
        DocumentCommand put = new DocumentCommand.Put(
                new IdTemplate.Semantic(DocumentId.of(id)), Expectation.ANYTHING, content(body));
        return (CommandResult.Stored) storage.write(new DocumentBatch(List.of(put), IdentityPartsSeparator.DEFAULT))
                .get(0);
    }

    private static List<Optional<String>> bring(Storage storage, StoredDocument... documents) {
        return storage.write(new DocumentBatch.Homecoming(List.of(documents), List.of()));
    }

    private static String body(Storage storage, String id) {
        return new String(
                storage.reads().read(DocumentId.of(id)).orElseThrow().content().body(), UTF_8);
    }

    @Test
    void shouldKeepTheVersionThatWasAcknowledgedAlsoAtAnotherNodeAndWhenItIsRepeated() {
        StoredDocument document = taken(node, "A", "orders/1-A", "{\"n\":1}");
        PostgresStorage other = opened.add(cluster.open("B", 2));

        assertThat(bring(other, document)).containsExactly(Optional.empty());
        assertThat(bring(node, document)).as("once more").containsExactly(Optional.empty());

        StoredDocument home = other.reads().read(document.id()).orElseThrow();
        assertThat(home.changeVector()).isEqualTo(document.changeVector());
        assertThat(home.modified()).isEqualTo(document.modified());
        assertThat(cluster.number("SELECT sum(documents) FROM collection_count"))
                .isEqualTo(1);
    }

    /** Returns whether somebody's document stays as it is when {@code bringing} meets it. */
    private boolean staysUntouched(BiFunction<Storage, StoredDocument, List<Optional<String>>> bringing) {
        CommandResult.Stored somebodys = put(node, "orders/2-A", "{\"n\":\"somebody's\"}");
        StoredDocument late = taken(node, "A", "orders/2-A", "{\"n\":\"late\"}");

        List<Optional<String>> outcome = bringing.apply(node, late);

        return outcome.equals(List.of(Optional.of(somebodys.changeVector())))
                && body(node, "orders/2-A").equals("{\"n\":\"somebody's\"}");
    }

    @Test
    void shouldLeaveSomebodysDocumentAsItIsAndNameItsVersion() {
        assertThat(staysUntouched((storage, document) -> bring(storage, document)))
                .isTrue();
    }

    /** The broken twin: what comes home is simply put. */
    @Test
    void shouldFindATwinThatOverwrites() {
        assertThat(staysUntouched((storage, document) -> {
                    CommandResult.Stored ignored = put(
                            storage,
                            document.id().text(),
                            new String(document.content().body(), UTF_8));
                    return List.of(Optional.empty());
                }))
                .isFalse();
    }

    /** The journal did not hear that it came home, so it comes again. */
    @Test
    void shouldNotBringBackWhatWasDeletedSinceItCameHome() {
        StoredDocument document = taken(node, "A", "orders/9-A", "{\"n\":9}");
        PostgresStorage other = opened.add(cluster.open("B", 2));
        assertThat(bring(node, document)).containsExactly(Optional.empty());
        CommandResult ignored = other.write(new DocumentBatch(
                        List.of(new DocumentCommand.Delete(document.id(), Expectation.parse(document.changeVector()))),
                        IdentityPartsSeparator.DEFAULT))
                .get(0);

        assertThat(bring(node, document)).containsExactly(Optional.empty());
        assertThat(bring(other, document)).containsExactly(Optional.empty());

        assertThat(node.reads().version(document.id())).isEmpty();
    }

    @Test
    void shouldNotCallItAnotherDocumentThatReplacedItSinceItCameHome() {
        StoredDocument document = taken(node, "A", "orders/10-A", "{\"n\":10}");
        assertThat(bring(node, document)).containsExactly(Optional.empty());
        CommandResult.Stored later = put(node, "orders/10-A", "{\"later\":true}");

        assertThat(bring(node, document)).containsExactly(Optional.empty());

        assertThat(node.reads().version(document.id())).contains(later.changeVector());
    }

    @Test
    void shouldForgetWhatCameHomeOnceTheJournalHasForgottenIt() {
        StoredDocument document = taken(node, "A", "orders/11-A", "{}");
        StoredDocument next = taken(node, "A", "orders/12-A", "{}");
        assertThat(bring(node, document)).containsExactly(Optional.empty());
        assertThat(cluster.number("SELECT count(*) FROM brought")).isEqualTo(1);

        List<Optional<String>> home =
                node.write(new DocumentBatch.Homecoming(List.of(next), List.of(document.changeVector())));

        assertThat(home).containsExactly(Optional.empty());
        assertThat(cluster.number("SELECT count(*) FROM brought WHERE version = '" + next.changeVector() + "'"))
                .isEqualTo(1);
        assertThat(node.write(new DocumentBatch.Homecoming(List.of(), List.of(next.changeVector()))))
                .isEmpty();
        assertThat(cluster.number("SELECT count(*) FROM brought")).isZero();
    }

    /** What a page came to before it was refused would be there, and nobody would be told. */
    @Test
    void shouldBringNothingOfWhatItRefuses() {
        StoredDocument good = taken(node, "A", "orders/13-A", "{}");
        StoredDocument counter = taken(node, "A", "Raven/Hilo/orders", "{\"Max\":1}");

        assertThatThrownBy(() -> bring(node, good, counter)).isInstanceOf(IllegalStateException.class);

        assertThat(node.reads().version(good.id())).isEmpty();
        assertThat(cluster.number("SELECT count(*) FROM brought")).isZero();
        assertThat(bring(node, good)).containsExactly(Optional.empty());
        assertThat(node.reads().version(good.id())).contains(good.changeVector());
    }

    /** Its sender sent it again after a write of which nobody knew what became. */
    @Test
    void shouldTakeAnEqualDocumentForTheSame() {
        CommandResult.Stored before = put(node, "orders/3-A", "{\"n\":3}");

        assertThat(bring(node, taken(node, "A", "orders/3-A", "{\"n\":3}"))).containsExactly(Optional.empty());

        assertThat(node.reads().version(DocumentId.of("orders/3-A"))).contains(before.changeVector());
    }

    /** The version lies below what was read of its node. */
    @Test
    void shouldBeReadByIndexesThatHaveReadFurther() {
        StoredDocument early = taken(node, "A", "orders/4-A", "{\"n\":4}");
        CommandResult.Stored ignored = put(node, "orders/5-A", "{}");
        IndexReads reads = node.indexes().orElseThrow().reads();
        String position = reads.after(null, 100).position();

        assertThat(bring(node, early, taken(node, "A", "orders/6-A", "{}")))
                .containsExactly(Optional.empty(), Optional.empty());

        List<ChangedDocument> changes = new ArrayList<>();
        for (ChangePage page = reads.after(position, 100); ; page = reads.after(page.position(), 100)) {
            changes.addAll(page.changes());
            if (!page.more()) {
                break;
            }
        }
        assertThat(changes)
                .filteredOn(change -> change.document() != null)
                .extracting(change -> change.id().text())
                .contains("orders/4-A", "orders/6-A");
        assertThat(changes.get(changes.size() - 1).document())
                .as("the last word")
                .isNotNull();
    }

    @Test
    void shouldChangeWhatListsAreKnownBy() {
        StoredDocument document = taken(node, "A", "orders/7-A", "{}");
        String before = node.reads().listVersion();

        List<Optional<String>> ignored = bring(node, document);

        assertThat(node.reads().listVersion()).isNotEqualTo(before);
    }

    /** A claim that follows begins above what the former one draws, which does not know that it ended. */
    @Test
    void shouldMakeOtherServerSideIdsUnderALaterClaim() {
        PostgresStorage later = opened.add(cluster.open("A", 2));
        long former = node.drawEtagAhead().orElseThrow();

        CommandResult.Stored made = put(later, "users/ada", "{}");

        long etag = later.reads().read(made.id()).orElseThrow().etag();
        assertThat(etag).isGreaterThan(former + 1_000);
        assertThat(later.drawEtagAhead().orElseThrow()).isGreaterThan(etag);
        assertThatThrownBy(() -> bring(node, taken(node, "A", "orders/8-A", "{}")))
                .as("a claim that ended brings nothing")
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void shouldLoseNoEtagWhereANodeLeavesInOrder() {
        CommandResult.Stored first = put(node, "users/1", "{}");
        node.close();

        PostgresStorage next = opened.add(cluster.open("A", 2));
        CommandResult.Stored second = put(next, "users/2", "{}");

        long one = next.reads().read(first.id()).orElseThrow().etag();
        assertThat(next.reads().read(second.id()).orElseThrow().etag()).isEqualTo(one + 1);
    }
}
