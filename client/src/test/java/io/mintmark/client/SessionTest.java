package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.client.Model.Company;
import io.mintmark.client.Model.Employee;
import io.mintmark.client.Model.LongTermNote;
import io.mintmark.client.Model.Note;
import io.mintmark.client.Model.User;
import io.mintmark.client.exceptions.ConcurrencyException;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a session keeps, sends, and refuses. */
class SessionTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    private static Session open() {
        return SHOP.store().openSession();
    }

    private static String save(Object entity) {
        try (Session session = open()) {
            Document<Object> document = session.store(entity);
            session.saveChanges();
            return document.id();
        }
    }

    @Test
    void shouldLoadWhatWasStored() {
        String id = save(new Employee("John", "Doe"));

        try (Session session = open()) {
            Employee john = session.load(Employee.class, id).orElseThrow();

            assertThat(john.getId()).isEqualTo("employees/1-A");
            assertThat(john.getLastName()).isEqualTo("Doe");
        }
    }

    @Test
    void shouldKeepTheIdOutOfTheDocumentAndTheCollectionInItsMetadata() {
        String id = save(new User("Ada"));

        assertThat(SHOP.stored(id).has("id")).isFalse();
        assertThat(SHOP.stored(id).path("@metadata").path("@collection").asText())
                .isEqualTo("Users");
    }

    @Test
    void shouldFindNothingWhereNothingIs() {
        try (Session session = open()) {
            assertThat(session.load(User.class, "users/404")).isEmpty();
            assertThat(session.load(User.class, List.of("users/404", "users/405")))
                    .isEmpty();
        }
    }

    @Test
    void shouldLoadManyInOneRequestInTheOrderAsked() {
        List<String> ids =
                IntStream.range(0, 5).mapToObj(i -> save(new User("user " + i))).toList();

        try (Session session = open()) {
            Map<String, User> users = session.load(User.class, List.of(ids.get(3), "users/404", ids.get(1)));

            assertThat(users.keySet()).containsExactly(ids.get(3), ids.get(1));
            assertThat(users.get(ids.get(3)).name).isEqualTo("user 3");
            assertThat(session.requests()).isEqualTo(1);
        }
    }

    @Test
    void shouldLoadMoreIdsThanARequestLineHolds() {
        List<String> ids = new ArrayList<>();
        try (Session session = open()) {
            for (int i = 0; i < 200; i++) {
                ids.add(session.store(new User("user " + i), "users/" + "x".repeat(50) + i)
                        .id());
            }
            session.saveChanges();
        }

        try (Session session = open()) {
            assertThat(session.load(User.class, ids).keySet()).containsExactlyElementsOf(ids);
        }
    }

    @Test
    void shouldLoadTheSameObjectOnceHoweverItsIdIsSpelled() {
        String id = save(new User("Ada"));

        try (Session session = open()) {
            User ada = session.load(User.class, id).orElseThrow();

            assertThat(session.load(User.class, "USERS/1-a")).containsSame(ada);
            assertThat(session.requests()).isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseOneDocumentAsTwoClasses() {
        String id = save(new User("Ada"));

        try (Session session = open()) {
            User ada = session.load(User.class, id).orElseThrow();

            assertThat(ada.id).isEqualTo(id);
            assertThatThrownBy(() -> session.load(Employee.class, id))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(id);
        }
    }

    @Test
    void shouldSendOnlyWhatChanged() {
        List<String> ids =
                IntStream.range(0, 5).mapToObj(i -> save(new User("user " + i))).toList();
        try (Session session = open()) {
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

        try (Session session = open()) {
            assertThat(session.load(User.class, "users/ada").orElseThrow().visits)
                    .isEqualTo(7);
            assertThat(session.saveChanges()).isZero();
        }
    }

    @Test
    void shouldGoOnTrackingWhatItSaved() {
        try (Session session = open()) {
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
        try (Session session = open()) {
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
        try (Session session = open()) {
            session.store(new User("one"), "users/ada");

            assertThatThrownBy(() -> session.store(new User("two"), "Users/Ada"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Users/Ada");
        }
    }

    @Test
    void shouldRefuseASecondIdForAnEntity() {
        try (Session session = open()) {
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

        assertThat(save(ada)).isEqualTo("users/ada");
    }

    @Test
    void shouldRefuseAnIdThatBeginsWithASlash() {
        try (Session session = open()) {
            assertThatThrownBy(() -> session.store(new User("Ada"), "/ada"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("slash");
        }
    }

    @Test
    void shouldGiveARecordsIdBackInACopy() {
        try (Session session = open()) {
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
        String id = save(new Company("ACME"));
        try (Session session = open()) {
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
    void shouldLoadRecordsWithAndWithoutAnId() {
        save(new LongTermNote(null, "remember"));
        try (Session session = open()) {
            session.store(new Note("text", List.of("a", "b")), "notes/1");
            session.saveChanges();
        }

        try (Session session = open()) {
            assertThat(session.load(LongTermNote.class, "LongTermNotes/1-A"))
                    .contains(new LongTermNote("LongTermNotes/1-A", "remember"));
            assertThat(session.load(Note.class, "notes/1")).contains(new Note("text", List.of("a", "b")));
        }
    }

    @Test
    void shouldDeleteByEntityAndById() {
        String first = save(new User("first"));
        String second = save(new User("second"));
        try (Session session = open()) {
            session.delete(session.load(User.class, first).orElseThrow());
            session.deleteById(second);
            session.deleteById("users/404");

            assertThat(session.load(User.class, first)).isEmpty();
            assertThat(session.exists(second)).isFalse();
            assertThat(session.saveChanges()).isEqualTo(3);
        }

        try (Session session = open()) {
            assertThat(session.load(User.class, List.of(first, second))).isEmpty();
        }
    }

    @Test
    void shouldDeleteAndStoreAnIdAgainInOneBatch() {
        SHOP.put("things/1", "{\"@metadata\":{\"@collection\":\"Others\"}}");
        try (Session session = open()) {
            session.deleteById("things/1");
            session.store(new User("Ada"), "things/1");
            session.saveChanges();
        }

        assertThat(SHOP.stored("things/1").path("@metadata").path("@collection").asText())
                .isEqualTo("Users");
    }

    @Test
    void shouldForgetWhatWasNeverSaved() {
        try (Session session = open()) {
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
    void shouldTellWhetherADocumentExists() {
        String id = save(new User("Ada"));

        try (Session session = open()) {
            assertThat(session.exists(id)).isTrue();
            assertThat(session.exists("users/404")).isFalse();
        }
    }

    @Test
    void shouldKeepMetadataOfOnesOwn() {
        String id;
        try (Session session = open()) {
            Document<User> document = session.store(new User("Ada"));
            document.metadata().set("Owner", "accounting").set("Tags", List.of("a", 2, true));
            session.saveChanges();
            id = document.id();
            assertThat(document.metadata().lastModified())
                    .hasValueSatisfying(when -> assertThat(when)
                            .isBetween(
                                    Instant.now().minusSeconds(600),
                                    Instant.now().plusSeconds(600)));
        }

        try (Session session = open()) {
            User ada = session.load(User.class, id).orElseThrow();
            Metadata metadata = session.document(ada).metadata();
            assertThat(metadata.get("Owner")).contains("accounting");
            assertThat(metadata.collection()).contains("Users");

            metadata.remove("Tags");

            assertThat(session.saveChanges()).isEqualTo(1);
            ada.visits = 3;
            assertThat(session.saveChanges()).isEqualTo(1);
        }
        assertThat(SHOP.stored(id).path("@metadata").path("Owner").asText()).isEqualTo("accounting");
        assertThat(SHOP.stored(id).path("@metadata").has("Tags")).isFalse();
    }

    @Test
    void shouldRefuseMetadataThatAreTheServers() {
        try (Session session = open()) {
            Metadata metadata = session.store(new User("Ada")).metadata();

            assertThatThrownBy(() -> metadata.set("@id", "x")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldLetTheLastWriterWinUnlessTold() {
        String id = save(new User("Ada"));
        try (Session mine = open();
                Session other = open()) {
            mine.load(User.class, id).orElseThrow().name = "mine";
            other.load(User.class, id).orElseThrow().name = "other";
            other.saveChanges();
            mine.saveChanges();
        }

        assertThat(SHOP.stored(id).path("name").asText()).isEqualTo("mine");
    }

    @Test
    void shouldRefuseALostUpdateWhereAsked() {
        String id = save(new User("Ada"));
        try (Session mine = SHOP.store().openSession(Concurrency.OPTIMISTIC);
                Session other = open()) {
            mine.load(User.class, id).orElseThrow().name = "mine";
            User theirs = other.load(User.class, id).orElseThrow();
            theirs.name = "other";
            other.saveChanges();

            ConcurrencyException refused = catchThrowableOfType(ConcurrencyException.class, () -> mine.saveChanges());

            assertThat(refused.documentId()).contains(id);
            assertThat(refused.actualChangeVector())
                    .isEqualTo(other.document(theirs).changeVector());
        }

        assertThat(SHOP.stored(id).path("name").asText()).isEqualTo("other");
    }

    @Test
    void shouldRefuseToOverwriteOrDeleteOptimistically() {
        String id = save(new User("Ada"));
        try (Session session = SHOP.store().openSession(Concurrency.OPTIMISTIC)) {
            session.store(new User("Eve"), id);
            assertThatThrownBy(session::saveChanges).isInstanceOf(ConcurrencyException.class);
        }
        try (Session session = SHOP.store().openSession(Concurrency.OPTIMISTIC);
                Session other = open()) {
            User mine = session.load(User.class, id).orElseThrow();
            other.load(User.class, id).orElseThrow().visits = 9;
            other.saveChanges();
            session.delete(mine);
            assertThatThrownBy(session::saveChanges).isInstanceOf(ConcurrencyException.class);
        }

        assertThat(SHOP.stored(id).path("visits").asInt()).isEqualTo(9);
    }

    @Test
    void shouldExpectTheChangeVectorThatIsGiven() {
        String id = save(new User("Ada"));
        String current =
                SHOP.stored(id).path("@metadata").path("@change-vector").asText();
        try (Session session = open()) {
            session.store(new User("new"), id, "");
            assertThatThrownBy(session::saveChanges).isInstanceOf(ConcurrencyException.class);
        }
        try (Session session = open()) {
            session.store(new User("new"), id, current);
            session.saveChanges();
        }

        assertThat(SHOP.stored(id).path("name").asText()).isEqualTo("new");
    }

    @Test
    void shouldStoreNothingOfABatchThatIsRefusedAndSaveItOnceItIsMended() {
        SHOP.put("users/taken", "{}");
        try (Session session = open()) {
            Document<User> first = session.store(new User("first"));
            Document<User> named = session.store(new User("named"), "users/");
            Document<User> taken = session.store(new User("second"), "users/taken", "");

            assertThatThrownBy(session::saveChanges).isInstanceOf(ConcurrencyException.class);
            assertThat(SHOP.stored("users/1-A").isMissingNode()).isTrue();
            assertThat(named.hasId()).isFalse();
            assertThat(first.changeVector()).isEmpty();

            session.evict(taken.entity());
            assertThat(session.saveChanges()).isEqualTo(2);
            assertThat(named.hasId()).isTrue();
        }
    }

    @Test
    void shouldBringAlongWhatADocumentRefersTo() {
        String company = save(new Company("ACME"));
        User friend = new User("friend");
        String friendId = save(friend);
        User ada = new User("Ada");
        ada.companyId = company;
        ada.friendIds.add(friendId);
        String id = save(ada);

        try (Session session = open()) {
            User loaded = session.include("companyId")
                    .include("friendIds[]")
                    .load(User.class, id)
                    .orElseThrow();

            assertThat(session.load(Company.class, loaded.companyId)).contains(new Company(company, "ACME"));
            assertThat(session.load(User.class, loaded.friendIds.get(0)).orElseThrow().name)
                    .isEqualTo("friend");
            assertThat(session.exists(friendId)).isTrue();
            assertThat(session.requests()).isEqualTo(1);
        }
    }

    @Test
    void shouldListByPrefixPageByPage() {
        try (Session session = open()) {
            for (int i = 10; i < 40; i++) {
                session.store(new User("user " + i), "users/" + i);
            }
            session.store(new User("other"), "others/1");
            session.saveChanges();
        }

        try (Session session = open()) {
            List<User> first = session.loadStartingWith(User.class, "users/");
            List<User> rest =
                    session.loadStartingWith(User.class, "USERS/", Paging.FIRST.after(first.get(first.size() - 1).id));
            List<User> some = session.loadStartingWith(
                    User.class,
                    "users/",
                    Paging.of(3).matching("1*|3?").excluding("?1").from(1));

            assertThat(first).hasSize(25);
            assertThat(rest)
                    .extracting(user -> user.id)
                    .containsExactly("users/35", "users/36", "users/37", "users/38", "users/39");
            assertThat(some).extracting(user -> user.id).containsExactly("users/12", "users/13", "users/14");
            assertThat(some.get(0)).isSameAs(first.get(2));
        }
    }

    @Test
    void shouldStoreTreesAndMapsUnderAnId() {
        ObjectNode tree = new ObjectMapper().createObjectNode().put("a", 1);
        try (Session session = open()) {
            session.store(tree, "trees/1").metadata().set("@collection", "Trees");
            session.store(Map.of("b", 2), "maps/1");
            session.saveChanges();
            assertThatThrownBy(() -> session.store(Map.of("c", 3)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no collection");
        }

        try (Session session = open()) {
            assertThat(session.load(ObjectNode.class, "trees/1")).contains(tree);
            assertThat(session.load(Map.class, "maps/1").orElseThrow()).isEqualTo(Map.of("b", 2));
        }
        assertThat(SHOP.stored("trees/1").path("@metadata").path("@collection").asText())
                .isEqualTo("Trees");
    }

    @Test
    void shouldSayWhichEntityCannotBeWrittenAndSendNothing() {
        try (Session session = open()) {
            session.store(new User("fine"), "users/fine");
            session.store(
                    new Object() {
                        public String getName() {
                            throw new IllegalStateException("no name");
                        }
                    },
                    "things/1");

            assertThatThrownBy(session::saveChanges)
                    .isInstanceOf(InvalidEntityException.class)
                    .hasMessageContaining("no name");
        }

        assertThat(SHOP.stored("users/fine").isMissingNode()).isTrue();
    }

    @Test
    void shouldSayWhichDocumentCannotBeRead() {
        SHOP.put("users/odd", "{\"visits\":\"many\"}");

        try (Session session = open()) {
            assertThatThrownBy(() -> session.load(User.class, "users/odd"))
                    .isInstanceOf(InvalidEntityException.class)
                    .hasMessageContaining("users/odd");
        }
    }

    @Test
    void shouldRefuseEverythingOnceItIsClosed() {
        Session session = open();
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
