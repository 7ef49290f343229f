package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.Model.User;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Our client and RavenDB's own, unmodified, on one collection of one database at the same time. */
class CrossClientTest {
    private static final int THREADS_OF_A_KIND = 3;

    @RegisterExtension
    static final Shop SHOP = new Shop();

    private final ClientLives clients = new ClientLives(SHOP);

    @Test
    void shouldNeverMakeAnIdTwiceWhileClientsOfBothKindsComeAndGo() throws Exception {
        int lives = Effort.of("stores opened by each of 6 threads of both clients", 12, 300);
        List<ClientLives.Life> threads = new ArrayList<>();
        for (int i = 0; i < THREADS_OF_A_KIND; i++) {
            threads.addAll(List.of(clients.ours(lives), clients.official(lives)));
        }

        clients.run(Seed.fresh("CrossClientTest"), threads);

        clients.requireAllInOrder();
    }

    @Test
    void shouldNoticeAClientThatReturnsWhatItDidNotReserve() throws Exception {
        drawThree(SHOP.store());

        giveBack(1, SHOP.hiloMax("users"));
        drawThree(SHOP.openStore());

        assertThat(clients.history().duplicateCount()).isPositive();
    }

    private void drawThree(DocumentStore store) {
        for (int i = 0; i < 3; i++) {
            clients.note(store.ids().nextId(new User()));
        }
    }

    /** Gives numbers back that others hold, as no honest client would. */
    private static void giveBack(long last, long end) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(SHOP.url() + "/databases/" + SHOP.database()
                        + "/hilo/return?tag=users&end=" + end + "&last=" + last))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    }

    @Test
    void shouldReadWhatTheOtherClientStored() throws Exception {
        try (Session session = SHOP.store().openSession()) {
            User ada = new User("Ada");
            ada.friendIds.add("users/7");
            session.store(ada, "users/ours").metadata().set("Owner", "ours");
            session.saveChanges();
        }
        try (net.ravendb.client.documents.DocumentStore official = SHOP.openOfficialStore();
                IDocumentSession session = official.openSession()) {
            User ada = session.load(User.class, "users/ours");
            assertThat(ada.name).isEqualTo("Ada");
            assertThat(session.advanced().getDocumentId(ada)).isEqualTo("users/ours");
            ada.visits = 5;
            session.store(new User("Bob"), "users/theirs");
            session.saveChanges();
        }

        try (Session session = SHOP.store().openSession()) {
            User ada = session.load(User.class, "users/ours").orElseThrow();
            assertThat(ada.visits).isEqualTo(5);
            assertThat(ada.friendIds).containsExactly("users/7");
            assertThat(session.document(ada).metadata().get("Owner")).contains("ours");
            assertThat(session.load(User.class, "users/theirs").orElseThrow().name)
                    .isEqualTo("Bob");
            assertThat(session.saveChanges()).isZero();
        }
    }
}
