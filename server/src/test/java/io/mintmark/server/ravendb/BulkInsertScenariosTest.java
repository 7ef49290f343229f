package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.ravendb.client.documents.BulkInsertOperation;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.bulkInsert.BulkInsertOptions;
import net.ravendb.client.documents.commands.GetNextOperationIdCommand;
import net.ravendb.client.documents.operations.CollectionStatistics;
import net.ravendb.client.documents.operations.GetCollectionStatisticsOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.exceptions.BulkInsertInvalidOperationException;
import net.ravendb.client.exceptions.documents.bulkinsert.BulkInsertAbortedException;
import net.ravendb.client.http.HttpCompressionAlgorithm;
import net.ravendb.client.json.MetadataAsDictionary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Many documents through one open request. */
class BulkInsertScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    private static void insert(DocumentStore store, Consumer<BulkInsertOperation> work) {
        try (BulkInsertOperation bulk = store.bulkInsert()) {
            work.accept(bulk);
        }
    }

    private static long count(String collection) {
        CollectionStatistics statistics = RAVEN.store().maintenance().send(new GetCollectionStatisticsOperation());
        Long count = statistics.getCollections().get(collection);
        return count == null ? 0 : count;
    }

    @Test
    void shouldInsertManyDocumentsUnderIdsOfTheClientsOwnRanges() {
        int documents = Effort.of("documents of a bulk insert with HiLo ids", 1_000, 5_000, 100_000);
        Set<String> ids = new HashSet<>();
        insert(RAVEN.store(), bulk -> {
            for (int i = 0; i < documents; i++) {
                assertThat(ids.add(bulk.store(new User("user " + i)))).isTrue();
            }
        });

        assertThat(ids).hasSize(documents).contains("users/1-A");
        assertThat(count("Users")).isEqualTo(documents);
        assertThat(Documents.load(RAVEN.store(), User.class, "users/17-A").getName())
                .isEqualTo("user 16");
    }

    @Test
    void shouldInsertManyDocumentsUnderIdsThatTheServerCompletes() {
        int documents = Effort.of("documents of a bulk insert with server-side ids", 1_000, 5_000, 100_000);
        insert(RAVEN.store(), bulk -> {
            for (int i = 0; i < documents; i++) {
                bulk.store(new User("user " + i), "users/");
            }
        });

        assertThat(count("Users")).isEqualTo(documents);
        IDocumentSession session = RAVEN.session();
        User[] first = session.advanced().loadStartingWith(User.class, "users/0", null, 0, 3);
        assertThat(Stream.of(first).map(User::getId))
                .containsExactly(
                        "users/0000000000000000001-A", "users/0000000000000000002-A", "users/0000000000000000003-A");
        assertThat(Stream.of(first).map(User::getName)).containsExactly("user 0", "user 1", "user 2");
    }

    @Test
    void shouldKeepSemanticIdsAndOverwriteWhatIsThere() {
        RAVEN.save(new User("old"), "users/ada");
        insert(RAVEN.store(), bulk -> {
            bulk.store(new User("Ada"), "users/ada");
            bulk.store(new Company("Mint"), "companies/mint");
        });

        assertThat(Documents.load(RAVEN.store(), User.class, "users/ada").getName())
                .isEqualTo("Ada");
        assertThat(Documents.load(RAVEN.store(), Company.class, "companies/mint"))
                .isNotNull();
    }

    @Test
    void shouldLeaveEmptyIdsAndIdentitiesToTheClientWhichRefusesThem() {
        assertThatThrownBy(() -> insert(RAVEN.store(), bulk -> bulk.store(new User("Ada"), "")))
                .isInstanceOf(BulkInsertInvalidOperationException.class);
        assertThatThrownBy(() -> insert(RAVEN.store(), bulk -> bulk.store(new User("Ada"), "users|")))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void shouldKeepCollectionAndMetadata() {
        MetadataAsDictionary metadata = new MetadataAsDictionary();
        metadata.put("origin", "import");
        insert(RAVEN.store(), bulk -> bulk.store(new User("Ada"), "users/ada", metadata));

        IDocumentSession session = RAVEN.session();
        User ada = session.load(User.class, "users/ada");
        assertThat(session.advanced().getMetadataFor(ada))
                .containsEntry("origin", "import")
                .containsEntry("@collection", "Users");
    }

    @ParameterizedTest
    @EnumSource(HttpCompressionAlgorithm.class)
    void shouldInsertCompressed(HttpCompressionAlgorithm algorithm) {
        DocumentStore store =
                RAVEN.openStore(settings -> settings.getConventions().setHttpCompressionAlgorithm(algorithm));
        BulkInsertOptions compressed = new BulkInsertOptions();
        compressed.setUseCompression(true);
        try (BulkInsertOperation bulk = store.bulkInsert(compressed)) {
            for (int i = 0; i < 2_000; i++) {
                bulk.store(new User("user " + i), "users/" + i);
            }
        }

        assertThat(count("Users")).isEqualTo(2_000);
    }

    @Test
    void shouldLeaveUnchangedDocumentsAloneWhereAskedTo() {
        RAVEN.save(new User("Ada"), "users/ada");
        RAVEN.save(new User("Grace"), "users/grace");
        String ada = changeVector("users/ada");
        String grace = changeVector("users/grace");
        BulkInsertOptions skipping = new BulkInsertOptions();
        skipping.setSkipOverwriteIfUnchanged(true);
        try (BulkInsertOperation bulk = RAVEN.store().bulkInsert(skipping)) {
            bulk.store(new User("Ada"), "users/ada");
            bulk.store(new User("Grace H."), "users/grace");
        }

        assertThat(changeVector("users/ada")).isEqualTo(ada);
        assertThat(changeVector("users/grace")).isNotEqualTo(grace);
    }

    private static String changeVector(String id) {
        IDocumentSession session = RAVEN.session();
        return session.advanced().getChangeVectorFor(session.load(User.class, id));
    }

    @Test
    void shouldTellWhyItStoppedAndKeepWhatCameBefore() {
        RAVEN.save(new Company("Mint"), "users/taken");

        assertThatThrownBy(() -> insert(RAVEN.store(), bulk -> {
                    bulk.store(new User("Ada"), "users/ada");
                    bulk.store(new User("no company"), "users/taken");
                    bulk.store(new User("too late"), "users/late");
                }))
                .isInstanceOf(BulkInsertAbortedException.class)
                .hasMessageContaining("DocumentCollectionMismatchException")
                .hasMessageContaining("'users/taken' belongs to collection 'Companies'");

        assertThat(Documents.exists(RAVEN.store(), "users/ada")).isTrue();
        assertThat(Documents.exists(RAVEN.store(), "users/late")).isFalse();
    }

    @Test
    void shouldTellWhyItStoppedToAClientThatGoesOnSending() {
        RAVEN.save(new Company("Mint"), "users/taken");

        assertThatThrownBy(() -> insert(RAVEN.store(), bulk -> {
                    bulk.store(new User("no company"), "users/taken");
                    for (int i = 0; i < 1_000_000; i++) {
                        bulk.store(new User("user " + i), "users/" + i);
                    }
                }))
                .isInstanceOf(BulkInsertAbortedException.class)
                .hasMessageContaining("'users/taken' belongs to collection 'Companies'");
    }

    @Test
    void shouldEndWhenItIsAborted() {
        assertThatThrownBy(() -> insert(RAVEN.store(), bulk -> {
                    bulk.store(new User("Ada"), "users/ada");
                    bulk.abort();
                }))
                .isInstanceOf(BulkInsertAbortedException.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void shouldRefuseWhatIsNotADocument(String what, Consumer<BulkInsertOperation> work) {
        RAVEN.save(new User("Ada"), "users/ada");

        assertThatThrownBy(() -> insert(RAVEN.store(), work))
                .isInstanceOf(BulkInsertAbortedException.class)
                .hasMessageContaining(what);
    }

    @SuppressWarnings("JavaUtilDate") // the client's
    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal(
                        "'AttachmentPUT' are not supported",
                        bulk -> bulk.attachmentsFor("users/ada").store("photo", new byte[9])),
                refusal(
                        "'Counters' are not supported",
                        bulk -> bulk.countersFor("users/ada").increment("likes")),
                refusal("'TimeSeriesBulkInsert' are not supported", bulk -> {
                    try (var series = bulk.timeSeriesFor("users/ada", "heart")) {
                        series.append(new Date(0), 61.0);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
    }

    private static Arguments refusal(String what, Consumer<BulkInsertOperation> work) {
        return Arguments.of(what, work);
    }

    @Test
    void shouldNeverGiveTwoBulkInsertsTheSameId() throws Exception {
        List<DocumentStore> stores = List.of(RAVEN.openStore(), RAVEN.openStore());

        List<List<String>> ids = Together.run(4, task -> () -> {
            List<String> own = new ArrayList<>();
            insert(stores.get(task % 2), bulk -> {
                for (int i = 0; i < 500; i++) {
                    own.add(bulk.store(new User("user")));
                    bulk.store(new User("user"), "users/");
                }
            });
            return own;
        });

        assertThat(ids.stream().flatMap(List::stream)).hasSize(2_000).doesNotHaveDuplicates();
        assertThat(count("Users")).isEqualTo(4_000);
    }

    @Test
    void shouldNumberOperationsWithoutRepeats() {
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            GetNextOperationIdCommand next = new GetNextOperationIdCommand();
            RAVEN.store().getRequestExecutor().execute(next);
            assertThat(ids.add(next.getResult())).isTrue();
            assertThat(next.getNodeTag()).isEqualTo("A");
        }
    }

    @Test
    void shouldDoNothingWhereNothingIsInserted() {
        insert(RAVEN.store(), bulk -> {});

        assertThat(count("Users")).isZero();
    }
}
