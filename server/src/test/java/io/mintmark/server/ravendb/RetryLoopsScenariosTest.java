package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.subscriptions.SubscriptionWorker;
import net.ravendb.client.exceptions.documents.subscriptions.SubscriptionDoesNotExistException;
import net.ravendb.client.http.AggressiveCacheMode;
import net.ravendb.client.primitives.CleanCloseable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the client would ask for again and again: it is told so that it stops, where its code allows that. */
class RetryLoopsScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldEndASubscriptionWorkerAtOnce() {
        try (SubscriptionWorker<User> worker =
                RAVEN.store().subscriptions().getSubscriptionWorker(User.class, "users")) {
            CompletableFuture<Void> run = worker.run(batch -> {});

            assertThat(run)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(SubscriptionDoesNotExistException.class)
                    .withMessageContaining("Subscriptions are not supported by this server");
        }
    }

    @Test
    void shouldServeACacheThatDoesNotListenForChanges() throws Exception {
        RAVEN.save(new User("Ada"), "users/1");
        DocumentStore store = RAVEN.openStore();

        try (CleanCloseable cached =
                store.aggressivelyCacheFor(Duration.ofMinutes(5), AggressiveCacheMode.DO_NOT_TRACK_CHANGES)) {
            assertThat(Documents.load(store, User.class, "users/1").getName()).isEqualTo("Ada");
            RAVEN.save(new User("Grace"), "users/1");
            assertThat(Documents.load(store, User.class, "users/1").getName()).isEqualTo("Ada");
        }
        assertThat(Documents.load(store, User.class, "users/1").getName()).isEqualTo("Grace");
    }
}
