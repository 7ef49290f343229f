package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.indexes.IndexDefinition;
import net.ravendb.client.documents.operations.compareExchange.PutCompareExchangeValueOperation;
import net.ravendb.client.documents.operations.indexes.PutIndexesOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.documents.session.SessionOptions;
import net.ravendb.client.documents.session.TransactionMode;
import net.ravendb.client.documents.subscriptions.SubscriptionCreationOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the client can ask and the server does not do: it says so at once, and nothing is stored by half. */
class NotAnsweredYetTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void shouldRefuseClearly(String what, String message, Consumer<DocumentStore> request) {
        RAVEN.save(new User("Ada"), "users/1");
        DocumentStore store =
                RAVEN.openStore(settings -> settings.getConventions().setRequestTimeout(Duration.ofSeconds(10)));

        assertThatThrownBy(() -> request.accept(store))
                .hasStackTraceContaining(message)
                .hasStackTraceContaining("System.NotSupportedException");

        assertThat(Documents.load(store, User.class, "users/1").getName()).isEqualTo("Ada");
    }

    static Stream<Arguments> requests() {
        return Stream.of(
                refusal(
                        "lazy queries",
                        "Queries are not supported",
                        in(session -> session.query(User.class).lazily().getValue())),
                refusal(
                        "queries",
                        "Queries are not supported",
                        in(session -> session.query(User.class).toList())),
                refusal("patches", "'PATCH' are not supported", in(session -> {
                    session.advanced().patch("users/1", "name", "Grace");
                    session.saveChanges();
                })),
                refusal("attachments", "Attachments are not supported", in(session -> {
                    session.advanced().attachments().store("users/1", "photo", new ByteArrayInputStream(new byte[9]));
                    session.saveChanges();
                })),
                refusal("counters", "are not supported", in(session -> {
                    session.countersFor("users/1").increment("likes");
                    session.saveChanges();
                })),
                refusal(
                        "indexes",
                        "has no Reduce",
                        store -> store.maintenance().send(new PutIndexesOperation(index()))),
                refusal(
                        "compare-exchange",
                        "Compare-exchange values are not supported",
                        store -> store.operations().send(new PutCompareExchangeValueOperation<>("key", "value", 0))),
                refusal(
                        "subscriptions",
                        "Subscriptions are not supported",
                        store -> store.subscriptions().create(User.class, new SubscriptionCreationOptions())));
    }

    @Test
    void shouldRefuseClusterWideTransactionsAsAWhole() {
        SessionOptions options = new SessionOptions();
        options.setTransactionMode(TransactionMode.CLUSTER_WIDE);
        try (IDocumentSession session = RAVEN.store().openSession(options)) {
            session.store(new User("Grace"), "users/2");

            assertThatThrownBy(session::saveChanges)
                    .hasMessageContaining("Cluster-wide transactions are not supported");
        }
        assertThat(Documents.exists(RAVEN.store(), "users/2")).isFalse();
    }

    private static Arguments refusal(String what, String message, Consumer<DocumentStore> request) {
        return Arguments.of(what, message, request);
    }

    private static Consumer<DocumentStore> in(Consumer<IDocumentSession> work) {
        return store -> {
            try (IDocumentSession session = store.openSession()) {
                work.accept(session);
            }
        };
    }

    private static IndexDefinition index() {
        IndexDefinition index = new IndexDefinition();
        index.setName("Users/ByName");
        index.setMaps(Set.of("from user in docs.Users select new { user.name }"));
        return index;
    }
}
