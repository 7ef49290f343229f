package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.client.Model.Employee;
import io.mintmark.client.Model.Order;
import io.mintmark.client.Model.Product;
import io.mintmark.client.Model.User;
import io.mintmark.client.hilo.RangeServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Every example of RavenDB's page on the HiLo algorithm, with our client, in the page's order. */
class HiLoPageTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    private static void save(DocumentStore store, Object entity) {
        try (Session session = store.openSession()) {
            session.store(entity);
            session.saveChanges();
        }
    }

    /** Returns the id that an entity gets on a node of its own, whose counter stands at {@code max}. */
    static String idOnNode(Path directory, String nodeTag, String tag, long max, Object entity) {
        try (RangeServer node = RangeServer.start(directory.resolve(nodeTag + tag), nodeTag)) {
            node.setMax(tag, max);
            try (DocumentStore store = DocumentStore.builder(node.url().toString())
                    .database(RangeServer.DATABASE)
                    .open()) {
                return store.ids().nextId(entity);
            }
        }
    }

    @Test
    void shouldCombineTheNumberWithTheCollectionAndTheNodesTag(@TempDir Path directory) {
        assertThat(idOnNode(directory, "A", "orders", 9, new Order(1))).isEqualTo("orders/10-A");
        assertThat(idOnNode(directory, "B", "products", 92, new Product("tea"))).isEqualTo("products/93-B");
    }

    @Test
    void shouldNumberANewDocumentBeforeItIsSaved() {
        try (Session session = SHOP.store().openSession()) {
            Employee john = new Employee("John", "Doe");

            session.store(john);

            assertThat(john.getId()).isEqualTo("employees/1-A");
            assertThat(session.requests()).isZero();
        }
    }

    @Test
    void shouldReserveOneToThirtyTwoFirstAndThirtyThreeToSixtyFourForTheNextClient() {
        SHOP.save(new Employee("John", "Doe"));
        assertThat(SHOP.hiloMax("employees")).isEqualTo(32);

        Employee jane = new Employee("Jane", "Doe");
        save(SHOP.openStore(), jane);

        assertThat(jane.getId()).isEqualTo("employees/33-A");
        assertThat(SHOP.hiloMax("employees")).isEqualTo(64);
    }

    @Test
    void shouldKeepIdsApartThatTwoNodesMadeOfTheSameNumbers(@TempDir Path directory) {
        Order order = new Order(1);

        assertThat(idOnNode(directory, "B", "orders", 53, order)).isEqualTo("orders/54-B");
        assertThat(idOnNode(directory, "C", "orders", 53, order)).isEqualTo("orders/54-C");
    }

    @Test
    void shouldShowTheCounterAsADocumentOfTheCollectionHilo() {
        SHOP.save(new Employee("John", "Doe"));

        JsonNode counter = SHOP.stored("Raven/HiLo/employees");

        assertThat(counter.path("Max").asLong()).isEqualTo(32);
        assertThat(counter.path("@metadata").path("@collection").asText()).isEqualTo("@hilo");
        assertThat(counter).hasSize(2);
    }

    @Test
    void shouldRepeatTheProcessWhenTheRangeIsUsedUp() {
        List<String> ids = Stream.generate(() -> SHOP.store().ids().nextId(new User()))
                .limit(100)
                .toList();

        assertThat(ids).startsWith("users/1-A").endsWith("users/100-A").doesNotHaveDuplicates();
    }

    @Test
    void shouldReturnTheUnusedRangeWhenTheStoreIsClosed() {
        DocumentStore store = SHOP.openStore();
        save(store, new Employee("John", "Doe"));

        store.close(); // returning unused range [last=1, max=32]

        assertThat(SHOP.hiloMax("employees")).isEqualTo(1);
    }

    @Test
    void shouldGetTwoToThirtyThreeAfterThat() {
        DocumentStore store = SHOP.openStore();
        save(store, new Employee("John", "Doe"));
        store.close();

        Employee second = new Employee("John", "Doe");
        save(SHOP.openStore(), second);

        assertThat(second.getId()).isEqualTo("employees/2-A");
        assertThat(SHOP.hiloMax("employees")).isEqualTo(33);
    }

    @Test
    void shouldKeepTheCounterWhenALaterRangeIsOutstanding() {
        DocumentStore early = SHOP.openStore();
        save(early, new Employee("John", "Doe"));
        save(SHOP.openStore(), new Employee("Jane", "Doe"));

        early.close();

        assertThat(SHOP.hiloMax("employees")).isEqualTo(64);
    }

    @Test
    void shouldGiveTheNextNumberByCollectionAndByClass() {
        IdGenerator ids = SHOP.store().ids();

        assertThat(ids.nextNumber("Products")).isEqualTo(1);
        assertThat(ids.nextNumber(Product.class)).isEqualTo(2);
        assertThat(SHOP.hiloMax("products")).isEqualTo(32);
    }

    @Test
    void shouldGiveTheNextFullIdByCollectionByClassAndByEntity() {
        IdGenerator ids = SHOP.store().ids();

        assertThat(ids.nextId("Products")).isEqualTo("products/1-A");
        assertThat(ids.nextId(Product.class)).isEqualTo("products/2-A");
        assertThat(ids.nextId(new Product("tea"))).isEqualTo("products/3-A");
    }

    @Test
    void shouldTakeTheNumbersOfACollectionFromTheCounterOfTheOfficialClient() {
        net.ravendb.client.documents.DocumentStore official = SHOP.openOfficialStore();
        long theirs = official.getHiLoIdGenerator().generateNextIdFor(null, "Products");

        assertThat(SHOP.store().ids().nextNumber("Products")).isEqualTo(theirs + 32);
        assertThat(SHOP.hiloMax("products")).isEqualTo(64);
    }

    @Test
    void shouldReturnNothingThatWasIssued() {
        DocumentStore store = SHOP.openStore();
        List<String> first =
                Stream.generate(() -> store.ids().nextId(new User())).limit(32).toList();

        store.close(); // [last=32, max=32]

        assertThat(SHOP.hiloMax("users")).isEqualTo(32);
        assertThat(SHOP.store().ids().nextId(new User()))
                .isEqualTo("users/33-A")
                .isNotIn(first);
    }
}
