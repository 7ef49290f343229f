package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.commands.NextHiLoCommand;
import net.ravendb.client.documents.identity.HiLoResult;
import net.ravendb.client.documents.operations.GetCollectionStatisticsOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How HiLo ranges are reserved, shown and used up. */
class HiLoScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldNumberNewDocumentsFromOneBeforeTheyAreSaved() {
        IDocumentSession session = RAVEN.session();
        User first = new User("Ada");
        User second = new User("Grace");

        session.store(first);
        session.store(second);

        assertThat(first.getId()).isEqualTo("users/1-A");
        assertThat(second.getId()).isEqualTo("users/2-A");
        assertThat(session.advanced().exists("users/3-A")).isFalse();
    }

    @Test
    void shouldShowTheCounterAsADocumentOfItsOwnCollection() {
        Documents.saveUsers(RAVEN.store(), 1);

        IDocumentSession session = RAVEN.session();
        ObjectNode shown = session.load(ObjectNode.class, "Raven/Hilo/users");

        assertThat(shown.get("Max").asLong()).isEqualTo(32);
        assertThat(session.advanced().getMetadataFor(shown).getString("@collection"))
                .isEqualTo("@hilo");
    }

    @Test
    void shouldReserveTheFirstThirtyTwoNumbersThenTheNext() {
        HiLoResult first = next("orders", 0);
        HiLoResult second = next("orders", 0);

        assertThat(List.of(first.getLow(), first.getHigh(), second.getLow(), second.getHigh()))
                .containsExactly(1L, 32L, 33L, 64L);
        assertThat(first.getPrefix()).isEqualTo("orders/");
        assertThat(first.getServerTag()).isEqualTo("A");
        assertThat(first.getLastSize()).isEqualTo(32);
    }

    @Test
    void shouldGoOnAfterAStoredMaximum() {
        RAVEN.save(Documents.json("Counters", "Max", 64), "Raven/Hilo/users");
        RAVEN.save(Documents.json("Counters", "Max", 128), "Raven/Hilo/products");

        IDocumentSession session = RAVEN.session();
        User user = new User("Ada");
        Product product = new Product("Tea");
        session.store(user);
        session.store(product);

        assertThat(user.getId()).isEqualTo("users/65-A");
        assertThat(product.getId()).isEqualTo("products/129-A");
    }

    @Test
    void shouldDoubleTheRangeThatWasUsedUpQuickly() {
        RAVEN.save(Documents.json("Counters", "Max", 64), "Raven/Hilo/users");

        Documents.saveUsers(RAVEN.store(), 32);
        Long afterThirtyTwo = Documents.shownMax(RAVEN.store(), "users");
        Documents.saveUsers(RAVEN.store(), 1);

        assertThat(afterThirtyTwo).isEqualTo(96);
        assertThat(Documents.shownMax(RAVEN.store(), "users")).isEqualTo(160);
    }

    @Test
    void shouldServeThirtyTwoParallelSessionsFromOneRange() throws Exception {
        List<String> ids = Together.run(
                32, i -> () -> Documents.saveUsers(RAVEN.store(), 1).get(0));

        assertThat(ids)
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 32)
                        .mapToObj(number -> "users/" + number + "-A")
                        .toList());
        assertThat(Documents.shownMax(RAVEN.store(), "users")).isEqualTo(32);
    }

    @Test
    void shouldNeverGiveTwoStoresTheSameNumber() throws Exception {
        List<DocumentStore> stores = List.of(RAVEN.openStore(), RAVEN.openStore());

        List<List<String>> ids = Together.run(4, i -> () -> Documents.saveUsers(stores.get(i % 2), 150));

        assertThat(ids.stream().flatMap(List::stream)).hasSize(600).doesNotHaveDuplicates();
        assertThat(RAVEN.store()
                        .maintenance()
                        .send(new GetCollectionStatisticsOperation())
                        .getCollections())
                .containsEntry("Users", 600L);
    }

    @Test
    void shouldNumberSeveralCollectionsInParallelWithoutRepeats() throws Exception {
        List<List<String>> ids = Together.run(10, i -> () -> {
            List<String> own = new ArrayList<>();
            try (IDocumentSession session = RAVEN.store().openSession()) {
                for (int round = 0; round < 4; round++) {
                    for (Object entity : new Object[] {new User("u"), new Company("c"), new Product("p")}) {
                        session.store(entity);
                        own.add(session.advanced().getDocumentId(entity));
                    }
                }
            }
            return own;
        });

        List<String> all = ids.stream().flatMap(List::stream).toList();
        assertThat(all).hasSize(120).doesNotHaveDuplicates();
        for (String prefix : List.of("users/", "companies/", "products/")) {
            assertThat(all.stream().filter(id -> id.startsWith(prefix))).hasSize(40);
        }
    }

    @Test
    void shouldShareOneCounterAmongSpellingsOfATag() {
        HiLoResult lower = next("users", 0);
        HiLoResult upper = next("USERS", 0);

        assertThat(upper.getLow()).isEqualTo(lower.getHigh() + 1);
        assertThat(upper.getPrefix()).isEqualTo("USERS/");
        assertThat(Documents.shownMax(RAVEN.store(), "Users")).isEqualTo(64);
    }

    @Test
    void shouldCountEachDatabaseForItself() {
        String other = RAVEN.createDatabase();
        Documents.saveUsers(RAVEN.store(), 3);

        try (IDocumentSession session = RAVEN.store().openSession(other)) {
            User user = new User("Ada");
            session.store(user);

            assertThat(user.getId()).isEqualTo("users/1-A");
        }
    }

    @Test
    void shouldKeepThePrefixOfAClassWithSeveralCapitals() {
        LongTermNote note = new LongTermNote("remember");
        save(RAVEN.store(), note);

        assertThat(note.getId()).isEqualTo("LongTermNotes/1-A");
        assertThat(Documents.load(RAVEN.store(), LongTermNote.class, "longtermnotes/1-a")
                        .getName())
                .isEqualTo("remember");
    }

    @Test
    void shouldGoOnAboveTheHighestNumberThatAClientHas() {
        HiLoResult range = next("orders", 500);

        assertThat(List.of(range.getLow(), range.getHigh())).containsExactly(501L, 532L);
    }

    private static HiLoResult next(String tag, long lastMax) {
        NextHiLoCommand command = new NextHiLoCommand(tag, 0, null, '/', lastMax);
        RAVEN.store().getRequestExecutor().execute(command);
        return command.getResult();
    }

    private static void save(DocumentStore store, Object entity) {
        try (IDocumentSession session = store.openSession()) {
            session.store(entity);
            session.saveChanges();
        }
    }
}
