package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.commands.HiLoReturnCommand;
import net.ravendb.client.documents.commands.NextHiLoCommand;
import net.ravendb.client.documents.identity.HiLoResult;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How HiLo ranges are reserved, shown, used up and given back. */
class HiLoScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldNumberNewDocumentsFromOneBeforeTheyAreSaved() {
        try (IDocumentSession session = RAVEN.store().openSession()) {
            User first = new User("Ada");
            User second = new User("Grace");

            session.store(first);
            session.store(second);

            assertThat(first.getId()).isEqualTo("users/1-A");
            assertThat(second.getId()).isEqualTo("users/2-A");
            assertThat(session.advanced().exists("users/3-A")).isFalse();
        }
    }

    @Test
    void shouldShowTheCounterAsADocumentOfItsOwnCollection() {
        Documents.saveUsers(RAVEN.store(), 1);

        try (IDocumentSession session = RAVEN.store().openSession()) {
            ObjectNode shown = session.load(ObjectNode.class, "Raven/Hilo/users");

            assertThat(shown.get("Max").asLong()).isEqualTo(32);
            assertThat(session.advanced().getMetadataFor(shown).getString("@collection"))
                    .isEqualTo("@hilo");
        }
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

        try (IDocumentSession session = RAVEN.store().openSession()) {
            User user = new User("Ada");
            Product product = new Product("Tea");
            session.store(user);
            session.store(product);

            assertThat(user.getId()).isEqualTo("users/65-A");
            assertThat(product.getId()).isEqualTo("products/129-A");
        }
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
    void shouldReturnUnusedRangeWhenTheStoreCloses() {
        RAVEN.save(Documents.json("Counters", "Max", 32), "Raven/Hilo/users");
        DocumentStore closing = RAVEN.openStore();
        List<String> ids = Documents.saveUsers(closing, 2);
        Long before = Documents.shownMax(RAVEN.store(), "users");

        closing.close();

        assertThat(ids).containsExactly("users/33-A", "users/34-A");
        assertThat(before).isEqualTo(64);
        assertThat(Documents.shownMax(RAVEN.store(), "users")).isEqualTo(34);
    }

    @Test
    void shouldReserveTwoToThirtyThreeAfterOneIdWasUsed() {
        DocumentStore first = RAVEN.openStore();
        Employee john = new Employee("John Doe");
        save(first, john);

        first.close();
        Long afterClose = Documents.shownMax(RAVEN.store(), "employees");
        HiLoResult range = next("employees", 0);

        assertThat(john.getId()).isEqualTo("employees/1-A");
        assertThat(afterClose).isEqualTo(1);
        assertThat(List.of(range.getLow(), range.getHigh())).containsExactly(2L, 33L);
    }

    @Test
    void shouldGiveTheNextStoreTheFirstNumberThatWasNotUsed() {
        DocumentStore first = RAVEN.openStore();
        save(first, new Employee("John Doe"));
        first.close();

        Employee second = new Employee("Jane Doe");
        save(RAVEN.openStore(), second);

        assertThat(second.getId()).isEqualTo("employees/2-A");
        assertThat(Documents.shownMax(RAVEN.store(), "employees")).isEqualTo(33);
    }

    @Test
    void shouldLeaveAGapWhenAnotherStoreReservedLater() {
        DocumentStore early = RAVEN.openStore();
        DocumentStore late = RAVEN.openStore();
        Documents.saveUsers(early, 1);
        List<String> lateIds = Documents.saveUsers(late, 1);

        early.close();
        Long afterEarly = Documents.shownMax(RAVEN.store(), "users");
        late.close();

        assertThat(lateIds).containsExactly("users/33-A");
        assertThat(afterEarly).isEqualTo(64);
        assertThat(Documents.shownMax(RAVEN.store(), "users")).isEqualTo(33);
    }

    @Test
    void shouldIgnoreAReturnThatIsSentAgain() {
        next("orders", 0);
        giveBack("orders", 5, 32);
        HiLoResult second = next("orders", 0);
        giveBack("orders", 32, second.getHigh());

        giveBack("orders", 5, 32);

        assertThat(second.getLow()).isEqualTo(6);
        assertThat(Documents.shownMax(RAVEN.store(), "orders")).isEqualTo(32);
    }

    @Test
    void shouldNeverRepeatNumbersAfterTheDocumentWasLowered() {
        RAVEN.save(Documents.json("Counters", "Max", 32), "Raven/Hilo/users");
        List<String> ids = new ArrayList<>(Documents.saveUsers(RAVEN.store(), 1));

        RAVEN.save(Documents.json("Counters", "Max", 12), "Raven/Hilo/users");
        ids.addAll(Documents.saveUsers(RAVEN.store(), 128));

        assertThat(ids).hasSize(129).doesNotHaveDuplicates().startsWith("users/33-A");
    }

    @Test
    void shouldNotRepeatNumbersAfterTheDocumentWasDeleted() {
        Documents.saveUsers(RAVEN.store(), 1);
        try (IDocumentSession session = RAVEN.store().openSession()) {
            session.delete("Raven/Hilo/users");
            session.saveChanges();
        }

        List<String> ids = Documents.saveUsers(RAVEN.openStore(), 1);

        assertThat(ids).containsExactly("users/33-A");
    }

    @Test
    void shouldKeepOtherMembersOfTheCounterDocument() {
        ObjectNode document = Documents.json("Counters", "Max", 7);
        document.put("Owner", "accounting");
        RAVEN.save(document, "Raven/Hilo/users");

        Documents.saveUsers(RAVEN.store(), 1);

        ObjectNode shown = Documents.load(RAVEN.store(), ObjectNode.class, "Raven/Hilo/users");
        assertThat(shown.get("Owner").asText()).isEqualTo("accounting");
        assertThat(shown.get("Max").asLong()).isEqualTo(39);
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
                        .send(new net.ravendb.client.documents.operations.GetCollectionStatisticsOperation())
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

    private static void giveBack(String tag, long last, long end) {
        RAVEN.store().getRequestExecutor().execute(new HiLoReturnCommand(tag, last, end));
    }

    private static void save(DocumentStore store, Object entity) {
        try (IDocumentSession session = store.openSession()) {
            session.store(entity);
            session.saveChanges();
        }
    }
}
