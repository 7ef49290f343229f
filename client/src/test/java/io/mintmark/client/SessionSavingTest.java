package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mintmark.client.Model.User;
import io.mintmark.client.exceptions.ConcurrencyException;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The expectations of a session about the documents that it writes, and their metadata. */
class SessionSavingTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    @Test
    void shouldLetTheLastWriterWinUnlessTold() {
        String id = SHOP.save(new User("Ada"));
        try (Session mine = SHOP.openSession();
                Session other = SHOP.openSession()) {
            mine.load(User.class, id).orElseThrow().name = "mine";
            other.load(User.class, id).orElseThrow().name = "other";
            other.saveChanges();
            mine.saveChanges();
        }

        assertThat(SHOP.stored(id).path("name").asText()).isEqualTo("mine");
    }

    @Test
    void shouldRefuseALostUpdateWhereAsked() {
        String id = SHOP.save(new User("Ada"));
        try (Session mine = SHOP.store().openSession(Concurrency.OPTIMISTIC);
                Session other = SHOP.openSession()) {
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
        String id = SHOP.save(new User("Ada"));
        try (Session session = SHOP.store().openSession(Concurrency.OPTIMISTIC)) {
            session.store(new User("Eve"), id);
            assertThatThrownBy(session::saveChanges).isInstanceOf(ConcurrencyException.class);
        }
        try (Session session = SHOP.store().openSession(Concurrency.OPTIMISTIC);
                Session other = SHOP.openSession()) {
            User mine = session.load(User.class, id).orElseThrow();
            other.load(User.class, id).orElseThrow().visits = 9;
            other.saveChanges();
            session.delete(mine);
            assertThatThrownBy(session::saveChanges).isInstanceOf(ConcurrencyException.class);
        }

        assertThat(SHOP.stored(id).path("visits").asInt()).isEqualTo(9);
    }

    @Test
    void shouldExpectTheVersionOfWhatItDeletesHoweverOftenItIsToldTo() {
        String id = SHOP.save(new User("Ada"));
        try (Session session = SHOP.store().openSession(Concurrency.OPTIMISTIC);
                Session other = SHOP.openSession()) {
            session.delete(session.load(User.class, id).orElseThrow());
            session.deleteById(id);
            other.load(User.class, id).orElseThrow().visits = 9;
            other.saveChanges();

            assertThatThrownBy(session::saveChanges).isInstanceOf(ConcurrencyException.class);
        }

        assertThat(SHOP.stored(id).path("visits").asInt()).isEqualTo(9);
    }

    @Test
    void shouldExpectTheChangeVectorThatIsGivenForWhatDidNotChangeHere() {
        String id = SHOP.save(new User("Ada"));
        try (Session session = SHOP.openSession();
                Session other = SHOP.openSession()) {
            User mine = session.load(User.class, id).orElseThrow();
            String loaded = session.document(mine).changeVector().orElseThrow();
            session.store(mine, id, loaded);
            other.load(User.class, id).orElseThrow().visits = 9;
            other.saveChanges();

            assertThatThrownBy(session::saveChanges).isInstanceOf(ConcurrencyException.class);
            session.refresh(mine);
            assertThat(session.saveChanges()).isZero();
        }
    }

    @Test
    void shouldExpectTheChangeVectorThatIsGiven() {
        String id = SHOP.save(new User("Ada"));
        String current =
                SHOP.stored(id).path("@metadata").path("@change-vector").asText();
        try (Session session = SHOP.openSession()) {
            session.store(new User("new"), id, "");
            assertThatThrownBy(session::saveChanges).isInstanceOf(ConcurrencyException.class);
        }
        try (Session session = SHOP.openSession()) {
            session.store(new User("new"), id, current);
            session.saveChanges();
        }

        assertThat(SHOP.stored(id).path("name").asText()).isEqualTo("new");
    }

    @Test
    void shouldStoreNothingOfABatchThatIsRefusedAndSaveItOnceItIsMended() {
        SHOP.put("users/taken", "{}");
        try (Session session = SHOP.openSession()) {
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
    void shouldKeepMetadataOfOnesOwn() {
        String id;
        try (Session session = SHOP.openSession()) {
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

        try (Session session = SHOP.openSession()) {
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

    /** A change of what is in a member would be lost, or be sent with another one. */
    @Test
    void shouldLetNobodyChangeWhatIsInAMember() {
        List<Object> tags = new ArrayList<>(List.of("a"));
        String id;
        try (Session session = SHOP.openSession()) {
            Document<User> document = session.store(new User("Ada"));
            document.metadata().set("Tags", tags).set("Owner", Map.of("Names", List.of("x")));
            tags.add("b");
            assertUnchangeable(document.metadata());
            session.saveChanges();
            id = document.id();
        }

        try (Session session = SHOP.openSession()) {
            User ada = session.load(User.class, id).orElseThrow();
            Metadata metadata = session.document(ada).metadata();
            assertThat(metadata.get("Tags")).contains(List.of("a"));
            assertUnchangeable(metadata);
            assertThat(session.saveChanges()).isZero();
        }
    }

    @SuppressWarnings("unchecked")
    private static void assertUnchangeable(Metadata metadata) {
        List<Object> tags = (List<Object>) metadata.get("Tags").orElseThrow();
        Map<String, List<Object>> owner =
                (Map<String, List<Object>>) metadata.get("Owner").orElseThrow();
        assertThatThrownBy(() -> tags.add("c")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> owner.remove("Names")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> owner.get("Names").add("y")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void shouldRefuseMetadataThatAreTheServers() {
        try (Session session = SHOP.openSession()) {
            Metadata metadata = session.store(new User("Ada")).metadata();

            assertThatThrownBy(() -> metadata.set("@id", "x")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldSayWhichEntityCannotBeWrittenAndSendNothing() {
        try (Session session = SHOP.openSession()) {
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
}
