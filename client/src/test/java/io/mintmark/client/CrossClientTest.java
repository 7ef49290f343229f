package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.Model.User;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Our client and RavenDB's own, unmodified, number one collection of one database at the same time. */
class CrossClientTest {
    private static final int THREADS_OF_A_KIND = 3;
    private static final int IDS_MAX = 300;
    private static final long MINUTES_MAX = 30;

    @RegisterExtension
    static final Shop SHOP = new Shop();

    private final HistoryChecker history = new HistoryChecker();
    private final AtomicLong highest = new AtomicLong();

    /** One client from its opening to its closing. */
    private interface Life {
        void live(SplittableRandom random) throws Exception;
    }

    @Test
    void shouldNeverMakeAnIdTwiceWhileClientsOfBothKindsComeAndGo() throws Exception {
        int lives = Effort.of("stores that each of 6 threads opens", 12, 300);

        run(lives, List.of(this::ours, this::official));

        history.requireNoDuplicates();
        long max = SHOP.hiloMax("users");
        assertThat(max).isGreaterThanOrEqualTo(highest.get());
        assertThat(SHOP.store().ids().nextId(new User())).isEqualTo("users/" + (max + 1) + "-A");
        assertThat(SHOP.hiloMax("users")).isEqualTo(max + 32);
    }

    @Test
    void shouldNoticeAClientThatReturnsWhatItDidNotReserve() throws Exception {
        drawThree(SHOP.store());

        giveBack(1, SHOP.hiloMax("users"));
        drawThree(SHOP.openStore());

        assertThat(history.duplicateCount()).isPositive();
    }

    private void drawThree(DocumentStore store) {
        for (int i = 0; i < 3; i++) {
            note(store.ids().nextId(new User()));
        }
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

    private void run(int lives, List<Life> kinds) throws Exception {
        long seed = Seed.fresh("CrossClientTest");
        ExecutorService threads = Executors.newFixedThreadPool(THREADS_OF_A_KIND * kinds.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS_OF_A_KIND * kinds.size(); i++) {
                Life life = kinds.get(i % kinds.size());
                SplittableRandom random = new SplittableRandom(seed + i);
                running.add(threads.submit(() -> {
                    for (int n = 0; n < lives; n++) {
                        life.live(random);
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get(MINUTES_MAX, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void ours(SplittableRandom random) {
        try (DocumentStore store =
                DocumentStore.builder(SHOP.url()).database(SHOP.database()).open()) {
            switch (random.nextInt(3)) {
                case 0 -> ids(random).forEach(i -> note(store.ids().nextId(new User())));
                case 1 -> {
                    try (BulkInsert bulk = store.bulkInsert()) {
                        ids(random).forEach(i -> note(bulk.store(new User("bulk"))));
                    }
                }
                default -> {
                    try (Session session = store.openSession()) {
                        ids(random)
                                .forEach(i ->
                                        note(session.store(new User("session")).id()));
                        assertThat(session.saveChanges()).isPositive();
                    }
                }
            }
        }
    }

    private void official(SplittableRandom random) {
        try (net.ravendb.client.documents.DocumentStore store =
                new net.ravendb.client.documents.DocumentStore(SHOP.url(), SHOP.database())) {
            store.initialize();
            ids(random).forEach(i -> note(store.getConventions().generateDocumentId(SHOP.database(), new User())));
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

    private static IntStream ids(SplittableRandom random) {
        return IntStream.range(0, random.nextInt(1, IDS_MAX));
    }

    private void note(String id) {
        assertThat(id).startsWith("users/").endsWith("-A");
        history.issued("users", id);
        long number = Long.parseLong(id.substring("users/".length(), id.length() - "-A".length()));
        highest.accumulateAndGet(number, Math::max);
    }
}
