package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.Model.User;
import io.mintmark.client.cluster.ScriptedNode;
import io.mintmark.client.cluster.ScriptedNode.Answer;
import io.mintmark.client.exceptions.DatabaseExistsException;
import io.mintmark.client.exceptions.DatabaseMissingException;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.exceptions.InvalidRequestException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Databases that come and go by way of the client. */
class DatabasesTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    private String name;
    private Databases databases;

    @BeforeEach
    void chooseAName() {
        name = "new-" + SHOP.database();
        databases = SHOP.store().databases();
    }

    @Test
    void shouldCreateADatabaseThatCanBeUsedAtOnce() {
        try (DocumentStore store =
                DocumentStore.builder(SHOP.url()).database(name).open()) {
            assertThat(store.databases().exists(name)).isFalse();

            store.databases().create(name);

            assertThat(store.databases().exists(name)).isTrue();
            assertThat(databases.exists(name.toUpperCase(Locale.ROOT))).isTrue();
            try (Session session = store.openSession()) {
                assertThat(session.store(new User("Ada")).id()).isEqualTo("users/1-A");
                assertThat(session.saveChanges()).isEqualTo(1);
            }
        }
    }

    @Test
    void shouldCreateAndListNothingAtWhatIsNoServerOfThisKind() {
        try (ScriptedNode other = ScriptedNode.answering(Answer.refusal(404, "NotFound", "There is no such page."));
                DocumentStore store = DocumentStore.builder(other.url().toString())
                        .database(name)
                        .open()) {
            assertThatThrownBy(() -> store.databases().create(name)).isInstanceOf(InvalidReplyException.class);
            assertThatThrownBy(() -> store.databases().createIfMissing(name)).isInstanceOf(InvalidReplyException.class);
            assertThatThrownBy(() -> store.databases().list()).isInstanceOf(InvalidReplyException.class);
        }
    }

    @Test
    void shouldNotSaveInANewLifeWhatWasMadeForTheFormerOne() {
        databases.create(name);
        try (DocumentStore store =
                        DocumentStore.builder(SHOP.url()).database(name).open();
                Session session = store.openSession()) {
            assertThat(session.store(new User("Ada")).id()).isEqualTo("users/1-A");
            assertThat(databases.delete(name, Databases.Removal.ERASE)).isEmpty();
            databases.create(name);

            assertThatThrownBy(session::saveChanges)
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("dropped and created anew since");
        }
        try (DocumentStore another =
                        DocumentStore.builder(SHOP.url()).database(name).open();
                Session session = another.openSession()) {
            assertThat(session.store(new User("Bea")).id()).isEqualTo("users/1-A");
            assertThat(session.saveChanges()).isEqualTo(1);
        }
    }

    @Test
    void shouldNotInsertInANewLifeWhatWasMadeForTheFormerOne() {
        databases.create(name);
        try (DocumentStore former =
                        DocumentStore.builder(SHOP.url()).database(name).open();
                DocumentStore another =
                        DocumentStore.builder(SHOP.url()).database(name).open()) {
            assertThat(former.ids().nextId(User.class)).isEqualTo("users/1-A");
            assertThat(databases.delete(name, Databases.Removal.ERASE)).isEmpty();
            databases.create(name);
            User owner = new User("who got the number 2 of the new life");
            try (BulkInsert bulk = another.bulkInsert()) {
                bulk.store(new User("1"));
                assertThat(bulk.store(owner)).isEqualTo("users/2-A");
            }

            User late = new User("late");
            try (BulkInsert bulk = former.bulkInsert()) {
                assertThatThrownBy(() -> bulk.store(late))
                        .isInstanceOf(InvalidRequestException.class)
                        .hasMessageContaining("The id 'users/2-A' was made for the life ")
                        .hasMessageContaining("dropped and created anew between");
                assertThat(late.id).as("it can be stored again").isNull();
                assertThatThrownBy(() -> bulk.store(late, "users/2-A")).isInstanceOf(InvalidRequestException.class);
                bulk.store(late, "users/late");
            }
            try (Session session = another.openSession()) {
                assertThat(session.load(User.class, "users/2-A").orElseThrow().name)
                        .isEqualTo(owner.name);
                assertThat(session.load(User.class, "users/late")).isPresent();
            }
        }
    }

    @Test
    void shouldForgetTheSeparatorOfTheFormerLife() {
        databases.create(name);
        SHOP.putSeparator(name, ":");
        try (DocumentStore store =
                DocumentStore.builder(SHOP.url()).database(name).open()) {
            assertThat(store.ids().nextId("Users")).isEqualTo("users:1-A");
            assertThat(databases.delete(name, Databases.Removal.ERASE)).isEmpty();
            databases.create(name);
            // More than the ranges that it had: from now on it knows that the database is another one.
            IntStream.range(0, 2_000)
                    .forEach(i -> assertThat(store.ids().nextId("Users")).startsWith("users"));

            try (Session session = store.openSession()) {
                assertThat(session.exists("nothing")).isFalse();
            }

            assertThat(store.ids().nextId("Users")).startsWith("users/");
        }
    }

    @Test
    void shouldRefuseADatabaseThatIsThere() {
        databases.create(name);

        assertThatThrownBy(() -> databases.create(name))
                .isInstanceOf(DatabaseExistsException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("already exists");
        assertThat(databases.createIfMissing(name)).isFalse();
        assertThat(databases.createIfMissing(name + "-2")).isTrue();
    }

    @Test
    void shouldRefuseANameThatTheServerDoesNotTake() {
        for (String refused : new String[] {"a b", "../up", ".hidden", "ä", "a".repeat(1_000)}) {
            assertThatThrownBy(() -> databases.create(refused))
                    .as(refused)
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("A database name");
            assertThatThrownBy(() -> databases.createIfMissing(refused)).isInstanceOf(InvalidRequestException.class);
        }
        assertThatThrownBy(() -> databases.create(" ")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldListNamesInOrder() {
        List<String> names = IntStream.range(0, 30)
                .mapToObj(i -> String.format("%s-%02d", name, i))
                .toList();
        names.forEach(databases::create);

        assertThat(databases.list())
                .isSorted()
                .contains(SHOP.database())
                .containsAll(names)
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldDeleteADatabaseWithItsFilesOrWithoutThem() {
        databases.create(name);
        Optional<String> kept = databases.delete(name, Databases.Removal.KEEP_FILES);
        databases.create(name);
        Optional<String> erased = databases.delete(name, Databases.Removal.ERASE);

        assertThat(kept).isPresent();
        assertThat(erased).isEmpty();
        assertThat(databases.list()).doesNotContain(name);
        try (DocumentStore store =
                        DocumentStore.builder(SHOP.url()).database(name).open();
                Session session = store.openSession()) {
            assertThatThrownBy(() -> session.load(User.class, "users/1")).isInstanceOf(DatabaseMissingException.class);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // callers may compile without it
    void shouldRefuseToDeleteWhatIsNotThereOrWithoutAWordAboutFiles() {
        assertThatThrownBy(() -> databases.delete(name, Databases.Removal.ERASE))
                .isInstanceOf(DatabaseMissingException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> databases.delete(SHOP.database(), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("KEEP_FILES");
        assertThat(databases.exists(SHOP.database())).isTrue();
    }
}
