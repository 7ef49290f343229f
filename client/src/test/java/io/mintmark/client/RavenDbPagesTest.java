package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mintmark.client.Model.Company;
import io.mintmark.client.Model.Employee;
import io.mintmark.client.Model.Invoice;
import io.mintmark.client.Model.Order;
import io.mintmark.client.Model.User;
import io.mintmark.client.exceptions.ConcurrencyException;
import io.mintmark.document.Bucket;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every example of RavenDB's pages on HiLo, document identifiers and anchoring, with our client; in the pages' order. */
class RavenDbPagesTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    private static void save(DocumentStore store, Object entity) {
        try (Session session = store.openSession()) {
            session.store(entity);
            session.saveChanges();
        }
    }

    private static String saveAs(String asked) {
        try (Session session = SHOP.store().openSession()) {
            Document<User> stored = session.store(new User("Ada"), asked);
            session.saveChanges();
            return stored.id();
        }
    }

    @Nested
    class HiLoAlgorithm {
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
            save(SHOP.store(), new Employee("John", "Doe"));
            assertThat(SHOP.hiloMax("employees")).isEqualTo(32);

            Employee jane = new Employee("Jane", "Doe");
            save(SHOP.openStore(), jane);

            assertThat(jane.getId()).isEqualTo("employees/33-A");
            assertThat(SHOP.hiloMax("employees")).isEqualTo(64);
        }

        @Test
        void shouldShowTheCounterAsADocumentOfTheCollectionHilo() {
            save(SHOP.store(), new Employee("John", "Doe"));

            assertThat(SHOP.stored("Raven/Hilo/employees")
                            .path("@metadata")
                            .path("@collection")
                            .asText())
                    .isEqualTo("@hilo");
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
    }

    @Nested
    class DocumentIdentifiers {
        @Test
        void shouldKeepASemanticId() {
            assertThat(saveAs("users/john@john.doe")).isEqualTo("users/john@john.doe");
            assertThat(saveAs("accounts/591-192/txs/2017-05-17")).isEqualTo("accounts/591-192/txs/2017-05-17");
        }

        @Test
        void shouldOverwriteTheDocumentOfAnExistingSemanticId() {
            saveAs("users/john@john.doe");
            try (Session session = SHOP.store().openSession()) {
                session.store(new User("John"), "users/john@john.doe");
                session.saveChanges();
            }

            assertThat(SHOP.stored("users/john@john.doe").path("name").asText()).isEqualTo("John");
        }

        @Test
        void shouldMakeAGuidWhenNoIdIsGiven() {
            assertThat(saveAs("")).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        }

        @Test
        void shouldCompleteAnIdThatEndsWithASlashFromTheNodesEtag() {
            assertThat(saveAs("users/")).isEqualTo("users/0000000000000000001-A");
            assertThat(saveAs("users/")).isEqualTo("users/0000000000000000002-A");
        }

        @Test
        void shouldOverwriteAServerSideIdThatWasWrittenByHand() {
            String id = saveAs("users/");

            assertThat(saveAs("users/0000000000000000001-A")).isEqualTo(id);
        }

        @Test
        void shouldReplaceAPipeByTheNextNumberOfTheIdentity() {
            assertThat(saveAs("users|")).isEqualTo("users/1");
            assertThat(saveAs("users|")).isEqualTo("users/2");
            assertThat(saveAs("users|")).isEqualTo("users/3");
        }

        @Test
        void shouldLeaveAGapWhereATransactionFailed() {
            SHOP.put("companies/2", "{}");
            try (Session session = SHOP.store().openSession()) {
                session.store(new Company("one"), "companies|");
                session.saveChanges();
                session.store(new Company("two"), "companies|");

                assertThat(catchThrowable(session::saveChanges)).isInstanceOf(ConcurrencyException.class);
                session.saveChanges();
            }

            assertThat(SHOP.stored("companies/3").path("name").asText()).isEqualTo("two");
        }

        @Test
        void shouldUseAHiLoIdInTheSameTransaction() {
            try (Session session = SHOP.store().openSession()) {
                Company company = session.store(new Company("ACME")).entity();
                User ada = new User("Ada");
                ada.companyId = company.id();
                session.store(ada);

                assertThat(session.saveChanges()).isEqualTo(2);
                assertThat(session.requests()).isEqualTo(1);
            }

            assertThat(SHOP.stored("users/1-A").path("companyId").asText()).isEqualTo("companies/1-A");
        }

        @Test
        void shouldSeparateThePartsByAnyCharacterThatIsNoPipe() {
            DocumentStore store = SHOP.openStore(
                    Conventions.builder().identityPartsSeparator('-').build());

            User ada = new User("Ada");
            save(store, ada);

            assertThat(ada.id).isEqualTo("users-1-A");
            assertThat(catchThrowable(() -> Conventions.builder().identityPartsSeparator('|')))
                    .hasMessageContaining("'|'");
        }

        @Test
        void shouldRefuseIdsOfMoreThan512Bytes() {
            assertThat(saveAs("u/" + "x".repeat(510))).hasSize(512);
            assertThat(catchThrowable(() -> saveAs("u/" + "x".repeat(511)))).hasMessageContaining("512 bytes");
        }
    }

    @Nested
    class AnchoringDocuments {
        @Test
        void shouldStoreAnInvoiceWithTheIdOfItsOrderAsASuffix() {
            try (Session session = SHOP.store().openSession()) {
                Order order = session.store(new Order(10)).entity();
                String id = Placement.anchored(SHOP.store().ids().nextId(new Invoice(order.id(), 10)), order.id());

                Document<Invoice> invoice = session.store(new Invoice(order.id(), 10), id);
                session.saveChanges();

                assertThat(invoice.id()).isEqualTo("invoices/1-A$orders/1-A");
                assertThat(Placement.bucketOf(invoice.id())).isEqualTo(Placement.bucketOf(order.id()));
            }
        }

        @Test
        void shouldAnchorEveryInvoiceByAConventionOfOneLine() {
            Conventions conventions = Conventions.builder()
                    .registerIdConvention(
                            Invoice.class,
                            (database, invoice) -> Placement.anchored(database.nextId(invoice), invoice.orderId()))
                    .build();
            try (Session session = SHOP.openStore(conventions).openSession()) {
                session.store(new Order(10), "orders/7-A");

                Invoice invoice = session.store(new Invoice("orders/7-A", 10)).entity();
                session.saveChanges();

                assertThat(invoice.id()).isEqualTo("invoices/1-A$orders/7-A");
            }

            assertThat(SHOP.stored("invoices/1-A$orders/7-A").path("total").asLong())
                    .isEqualTo(10);
        }

        @Test
        void shouldPlaceAnchoredDocumentsBesideTheirAnchorThereOrNot() {
            Bucket ofUser = Placement.bucketOf("Users/4");

            assertThat(List.of("Users/70$Users/4", "Users/71$Users/4", "Users/72$Users/4"))
                    .allMatch(id -> Placement.bucketOf(id).equals(ofUser));
            assertThat(Placement.bucketOf("Users/1$foo")).isEqualTo(Placement.bucketOf("Users/2$foo"));
            assertThat(Placement.bucketOf("a$b$users/4")).isEqualTo(ofUser);
        }

        @Test
        void shouldKeepUsersFourAndItsAnchoredNamesakeApart() {
            saveAs("Users/4");
            saveAs("Users/4$Users/5");

            try (Session session = SHOP.store().openSession()) {
                assertThat(session.load(User.class, List.of("Users/4", "Users/4$Users/5")))
                        .hasSize(2);
            }
        }
    }
}
