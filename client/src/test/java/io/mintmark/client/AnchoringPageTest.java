package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.Model.Invoice;
import io.mintmark.client.Model.Order;
import io.mintmark.client.Model.User;
import io.mintmark.document.Bucket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every example of RavenDB's page on anchoring documents, with our client, in the page's order. */
class AnchoringPageTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    private static void saveAs(String id) {
        try (Session session = SHOP.openSession()) {
            session.store(new User("Ada"), id);
            session.saveChanges();
        }
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
            assertThat(Placement.bucketOf("Users/4$Users/5"))
                    .isEqualTo(Placement.bucketOf("Users/5"))
                    .isNotEqualTo(Placement.bucketOf("Users/4"));
        }
    }

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
}
