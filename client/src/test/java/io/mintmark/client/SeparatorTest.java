package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.Model.Company;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ids after the separator of a database was changed. */
class SeparatorTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    private static String save(DocumentStore store) {
        try (Session session = store.openSession()) {
            String id = session.store(new Company("ACME")).id();
            session.saveChanges();
            return id;
        }
    }

    private static void askSomething() {
        try (Session session = SHOP.store().openSession()) {
            assertThat(session.exists("nothing")).isFalse(); // its reply says that there is something new
        }
    }

    @Test
    void shouldFollowTheServerAndGoOnCounting() {
        assertThat(List.of(save(SHOP.store()), save(SHOP.store()))).containsExactly("companies/1-A", "companies/2-A");

        SHOP.putSeparator(":");
        askSomething();
        assertThat(List.of(save(SHOP.store()), save(SHOP.store()))).containsExactly("companies:3-A", "companies:4-A");

        SHOP.putSeparator("");
        askSomething();
        assertThat(save(SHOP.store())).isEqualTo("companies/5-A");
    }

    @Test
    void shouldFollowTheServerInIdsOfACollectionThatIsNamed() {
        assertThat(SHOP.store().ids().nextId("Companies")).isEqualTo("companies/1-A");

        SHOP.putSeparator(":");
        askSomething();

        assertThat(SHOP.store().ids().nextId("Companies")).isEqualTo("companies:2-A");
        assertThat(save(SHOP.store())).isEqualTo("companies:3-A");
    }

    @Test
    void shouldKnowTheServersSeparatorWithItsFirstId() {
        SHOP.putSeparator(":");

        assertThat(save(SHOP.store())).isEqualTo("companies:1-A");
    }

    @Test
    void shouldPreferTheServersSeparatorToTheConventions() {
        DocumentStore store =
                SHOP.openStore(Conventions.builder().identityPartsSeparator('-').build());
        assertThat(save(store)).isEqualTo("companies-1-A");

        SHOP.putSeparator(":");
        try (Session session = store.openSession()) {
            assertThat(session.exists("nothing")).isFalse();
            Document<Company> serverSide = session.store(new Company("ACME"), "companies:");
            Document<Company> identity = session.store(new Company("ACME"), "companies|");
            session.saveChanges();

            assertThat(serverSide.id()).matches("companies:\\d{19}-A");
            assertThat(identity.id()).isEqualTo("companies:1");
        }
        assertThat(save(store)).isEqualTo("companies:2-A");
    }

    @Test
    void shouldRepeatNoNumberWhileTheSeparatorChangesUnderManyThreads() {
        ConcurrentLinkedQueue<String> ids = new ConcurrentLinkedQueue<>();
        Company company = new Company("ACME");

        IntStream.range(0, 8).parallel().forEach(task -> {
            for (int i = 0; i < 2_000; i++) {
                ids.add(SHOP.store().ids().nextId(company));
                if (i % 500 == 250) {
                    SHOP.putSeparator(List.of(":", "", "-", "_").get((task + i / 500) % 4));
                    askSomething();
                }
            }
        });

        assertThat(ids).hasSize(16_000);
        assertThat(ids.stream()
                        .map(id -> id.replaceAll("[^0-9]", ""))
                        .distinct()
                        .count())
                .isEqualTo(16_000);
        assertThat(ids.stream()
                        .map(id -> id.charAt("companies".length()))
                        .distinct()
                        .count())
                .isGreaterThan(1);
    }
}
