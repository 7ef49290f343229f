package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mintmark.client.Model.CategoryCount;
import io.mintmark.client.Model.Company;
import io.mintmark.client.Model.Person;
import io.mintmark.client.Model.User;
import io.mintmark.client.exceptions.ConcurrencyException;
import io.mintmark.client.hilo.RangeServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Every example of RavenDB's page on document identifiers, with our client, in the page's order. */
class DocumentIdsPageTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    private static String saveAs(String asked) {
        return saveAs(SHOP.store(), asked);
    }

    private static String saveAs(DocumentStore store, String asked) {
        try (Session session = store.openSession()) {
            Document<User> stored = session.store(new User("Ada"), asked);
            session.saveChanges();
            return stored.id();
        }
    }

    @Test
    void shouldSeparateThePartsByAnyCharacterThatIsNoPipe() {
        DocumentStore store =
                SHOP.openStore(Conventions.builder().identityPartsSeparator('-').build());

        User ada = new User("Ada");
        try (Session session = store.openSession()) {
            session.store(ada);
            session.saveChanges();
        }

        assertThat(ada.id).isEqualTo("users-1-A");
        assertThat(catchThrowable(() -> Conventions.builder().identityPartsSeparator('|')))
                .hasMessageContaining("'|'");
    }

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
    void shouldNumberByTheEtagOfTheNodeAndEndWithItsTag(@TempDir Path directory) {
        try (RangeServer node = RangeServer.start(directory, "B");
                DocumentStore store = DocumentStore.builder(node.url().toString())
                        .database(RangeServer.DATABASE)
                        .open()) {
            for (int i = 1; i < 34; i++) {
                saveAs(store, "others/" + i);
            }

            assertThat(saveAs(store, "users/")).isEqualTo("users/0000000000000000034-B");
        }
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
    void shouldNotFillAGapThatADeletedDocumentLeft() {
        saveAs("companies|");
        saveAs("companies|");
        try (Session session = SHOP.openSession()) {
            session.deleteById("companies/2");
            session.saveChanges();
        }

        assertThat(saveAs("companies|")).isEqualTo("companies/3");
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
    void shouldNumberPeopleOnWhicheverNodeIsAsked(@TempDir Path directory) {
        Person ada = new Person("Ada");

        assertThat(HiLoPageTest.idOnNode(directory, "A", "people", 127, ada)).isEqualTo("people/128-A");
        assertThat(HiLoPageTest.idOnNode(directory, "B", "people", 128, ada)).isEqualTo("people/129-B");
    }

    /** The hash of its reduce key is all that an artificial id is made of; for a client it is an id like others. */
    @Test
    void shouldLoadAndListDocumentsWithArtificialIds() {
        SHOP.put(
                "CategoryCounts/11792654784129242406",
                "{\"category\":\"Beverages\",\"count\":12,\"@metadata\":{\"@collection\":\"CategoryCounts\"}}");
        CategoryCount beverages = new CategoryCount("CategoryCounts/11792654784129242406", "Beverages", 12);

        try (Session session = SHOP.openSession()) {
            assertThat(session.load(CategoryCount.class, beverages.id())).contains(beverages);
            assertThat(session.loadStartingWith(CategoryCount.class, "CategoryCounts/"))
                    .containsExactly(beverages);
            assertThat(session.document(session.load(CategoryCount.class, beverages.id())
                                    .orElseThrow())
                            .metadata()
                            .collection())
                    .contains("CategoryCounts");
        }
    }

    @Test
    void shouldRefuseIdsOfMoreThan512BytesOfUtf8() {
        assertThat(saveAs("u/" + "x".repeat(510))).hasSize(512);
        assertThat(saveAs("u/" + "ą".repeat(255))).hasSize(257);
        assertThat(catchThrowable(() -> saveAs("u/" + "x".repeat(511)))).hasMessageContaining("512 bytes");
        assertThat(catchThrowable(() -> saveAs("u/" + "ą".repeat(256)))).hasMessageContaining("512 bytes");
    }

    @Test
    void shouldNeverStoreUnderAnIdThatEndsWithASlashOrAPipe() {
        List<String> ids = List.of(saveAs("users/"), saveAs("users|"));

        assertThat(ids).noneMatch(id -> id.endsWith("/") || id.endsWith("|"));
        try (Session session = SHOP.openSession()) {
            assertThat(session.load(User.class, "users/")).isEmpty();
            assertThat(catchThrowable(() -> session.load(User.class, "users|"))).hasMessageContaining("'|'");
        }
    }
}
