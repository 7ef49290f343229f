package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.client.Model.Company;
import io.mintmark.client.Model.User;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sessions: what they keep, send and refuse. */
class SessionTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    @Test
    void shouldKeepTheIdOutOfTheDocumentAndTheCollectionInItsMetadata() {
        String id = SHOP.save(new User("Ada"));

        assertThat(SHOP.stored(id).has("id")).isFalse();
        assertThat(SHOP.stored(id).path("@metadata").path("@collection").asText())
                .isEqualTo("Users");
    }

    @Test
    void shouldSendOnlyWhatChanged() {
        List<String> ids = IntStream.range(0, 5)
                .mapToObj(i -> SHOP.save(new User("user " + i)))
                .toList();
        try (Session session = SHOP.openSession()) {
            Map<String, User> users = session.load(User.class, ids);
            users.get(ids.get(2)).friendIds.add(ids.get(1));

            assertThat(session.saveChanges()).isEqualTo(1);
            assertThat(session.saveChanges()).isZero();
            assertThat(session.requests()).isEqualTo(2);
        }

        assertThat(SHOP.stored(ids.get(2)).path("friendIds").path(0).asText()).isEqualTo(ids.get(1));
    }

    @Test
    void shouldNotTakeAForeignSpellingOfADocumentForAChange() {
        SHOP.put(
                "users/ada",
                "{ \"visits\" : 7 , \"unknown\": [1.50], \"name\":\"Ada\", \"@metadata\":{\"@collection\":\"Users\"} }");

        try (Session session = SHOP.openSession()) {
            assertThat(session.load(User.class, "users/ada").orElseThrow().visits)
                    .isEqualTo(7);
            assertThat(session.saveChanges()).isZero();
        }
    }

    @Test
    void shouldGoOnTrackingWhatItSaved() {
        try (Session session = SHOP.openSession()) {
            User ada = new User("Ada");
            Document<User> document = session.store(ada);
            session.saveChanges();
            String first = document.changeVector().orElseThrow();

            ada.visits = 1;

            assertThat(session.saveChanges()).isEqualTo(1);
            assertThat(document.changeVector())
                    .hasValueSatisfying(second -> assertThat(second).isNotEqualTo(first));
            assertThat(session.saveChanges()).isZero();
        }
    }

    @Test
    void shouldPutServerSideIdsBackIntoTheEntities() {
        try (Session session = SHOP.openSession()) {
            User first = new User("first");
            User second = new User("second");
            session.store(first, "users/");
            Document<User> document = session.store(second, "users|");

            assertThatThrownBy(document::id)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("saveChanges");
            session.saveChanges();

            assertThat(first.id).startsWith("users/000000000000000000").endsWith("-A");
            assertThat(second.id).isEqualTo("users/1").isEqualTo(document.id());
            assertThat(session.load(User.class, "users/1")).containsSame(second);
        }
    }

    @Test
    void shouldRefuseASecondEntityUnderAnIdOfTheSession() {
        try (Session session = SHOP.openSession()) {
            session.store(new User("one"), "users/ada");

            assertThatThrownBy(() -> session.store(new User("two"), "Users/Ada"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Users/Ada");
        }
    }

    @Test
    void shouldRefuseASecondIdForAnEntity() {
        try (Session session = SHOP.openSession()) {
            User ada = new User("Ada");
            session.store(ada, "users/ada");

            assertThat(session.store(ada).id()).isEqualTo("users/ada");
            assertThatThrownBy(() -> session.store(ada, "users/other")).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldStoreUnderTheIdThatAnEntityHas() {
        User ada = new User("Ada");
        ada.id = "users/ada";

        assertThat(SHOP.save(ada)).isEqualTo("users/ada");
    }

    @Test
    void shouldRefuseAnIdThatBeginsWithASlash() {
        try (Session session = SHOP.openSession()) {
            assertThatThrownBy(() -> session.store(new User("Ada"), "/ada"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("slash");
        }
    }

    @Test
    void shouldGiveARecordsIdBackInACopy() {
        try (Session session = SHOP.openSession()) {
            Company given = new Company("ACME");

            Company numbered = session.store(given).entity();
            Document<Company> identity = session.store(new Company("Other"), "companies|");
            session.saveChanges();

            assertThat(numbered).isEqualTo(new Company("companies/1-A", "ACME"));
            assertThat(session.document(given).entity()).isSameAs(numbered);
            assertThat(identity.entity()).isEqualTo(new Company("companies/1", "Other"));
        }
    }

    @Test
    void shouldReplaceARecordByOneOfTheSameId() {
        String id = SHOP.save(new Company("ACME"));
        try (Session session = SHOP.openSession()) {
            Company loaded = session.load(Company.class, id).orElseThrow();
            assertThat(session.saveChanges()).isZero();

            Company renamed = new Company(loaded.id(), "New ACME");
            session.store(renamed);

            assertThat(session.load(Company.class, id)).containsSame(renamed);
            assertThat(session.saveChanges()).isEqualTo(1);
            assertThat(session.saveChanges()).isZero();
        }

        assertThat(SHOP.stored(id).path("name").asText()).isEqualTo("New ACME");
    }

    @Test
    void shouldDeleteByEntityAndById() {
        String first = SHOP.save(new User("first"));
        String second = SHOP.save(new User("second"));
        try (Session session = SHOP.openSession()) {
            session.delete(session.load(User.class, first).orElseThrow());
            session.deleteById(second);
            session.deleteById("users/404");

            assertThat(session.load(User.class, first)).isEmpty();
            assertThat(session.exists(second)).isFalse();
            assertThat(session.saveChanges()).isEqualTo(3);
        }

        try (Session session = SHOP.openSession()) {
            assertThat(session.load(User.class, List.of(first, second))).isEmpty();
        }
    }

    @Test
    void shouldDeleteAndStoreAnIdAgainInOneBatch() {
        SHOP.put("things/1", "{\"@metadata\":{\"@collection\":\"Others\"}}");
        try (Session session = SHOP.openSession()) {
            session.deleteById("things/1");
            session.store(new User("Ada"), "things/1");
            session.saveChanges();
        }

        assertThat(SHOP.stored("things/1").path("@metadata").path("@collection").asText())
                .isEqualTo("Users");
    }

    @Test
    void shouldForgetWhatWasNeverSaved() {
        try (Session session = SHOP.openSession()) {
            User ada = new User("Ada");
            session.store(ada);
            session.delete(ada);
            User bob = new User("Bob");
            session.store(bob);
            session.evict(bob);

            assertThat(session.saveChanges()).isZero();
            assertThatThrownBy(() -> session.delete(ada)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldStoreTreesAndMapsUnderAnId() {
        ObjectNode tree = new ObjectMapper().createObjectNode().put("a", 1);
        try (Session session = SHOP.openSession()) {
            session.store(tree, "trees/1").metadata().set("@collection", "Trees");
            session.store(Map.of("b", 2), "maps/1");
            session.saveChanges();
            assertThatThrownBy(() -> session.store(Map.of("c", 3)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no collection");
        }

        try (Session session = SHOP.openSession()) {
            assertThat(session.load(ObjectNode.class, "trees/1")).contains(tree);
            assertThat(session.load(Map.class, "maps/1").orElseThrow()).isEqualTo(Map.of("b", 2));
        }
        assertThat(SHOP.stored("trees/1").path("@metadata").path("@collection").asText())
                .isEqualTo("Trees");
    }

    @Test
    void shouldRefuseEverythingOnceItIsClosed() {
        Session session = SHOP.openSession();
        session.close();

        assertThatThrownBy(() -> session.store(new User("Ada"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.load(User.class, "users/1")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::saveChanges).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseToMakeIdsOnceTheStoreIsClosed() {
        DocumentStore closed = SHOP.openStore();
        closed.ids().nextId(new User());
        closed.close();
        closed.close();

        assertThatThrownBy(() -> closed.ids().nextId(new User()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }
}
