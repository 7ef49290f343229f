package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.Model.Company;
import io.mintmark.client.Model.Employee;
import io.mintmark.client.Model.LongTermNote;
import io.mintmark.client.Model.Note;
import io.mintmark.client.Model.User;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How documents come into a session, and as what. */
class SessionLoadingTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    @Test
    void shouldSaveAndLoadAsLongATextAsADocumentHolds() {
        String text = "x".repeat(15 << 20);
        String id = SHOP.save(new User(text));

        try (Session session = SHOP.openSession()) {
            assertThat(session.load(User.class, id).orElseThrow().name.equals(text))
                    .isTrue();
        }
    }

    @Test
    void shouldLoadWhatWasStored() {
        String id = SHOP.save(new Employee("John", "Doe"));

        try (Session session = SHOP.openSession()) {
            Employee john = session.load(Employee.class, id).orElseThrow();

            assertThat(john.getId()).isEqualTo("employees/1-A");
            assertThat(john.getLastName()).isEqualTo("Doe");
        }
    }

    @Test
    void shouldFindNothingWhereNothingIs() {
        try (Session session = SHOP.openSession()) {
            assertThat(session.load(User.class, "users/404")).isEmpty();
            assertThat(session.load(User.class, List.of("users/404", "users/405")))
                    .isEmpty();
        }
    }

    @Test
    void shouldLoadManyInOneRequestInTheOrderAsked() {
        List<String> ids = IntStream.range(0, 5)
                .mapToObj(i -> SHOP.save(new User("user " + i)))
                .toList();

        try (Session session = SHOP.openSession()) {
            Map<String, User> users = session.load(User.class, List.of(ids.get(3), "users/404", ids.get(1)));

            assertThat(users.keySet()).containsExactly(ids.get(3), ids.get(1));
            assertThat(users.get(ids.get(3)).name).isEqualTo("user 3");
            assertThat(session.requests()).isEqualTo(1);
        }
    }

    @Test
    void shouldLoadMoreIdsThanARequestLineHolds() {
        List<String> ids = new ArrayList<>();
        try (Session session = SHOP.openSession()) {
            for (int i = 0; i < 200; i++) {
                ids.add(session.store(new User("user " + i), "users/" + "x".repeat(50) + i)
                        .id());
            }
            session.saveChanges();
        }

        try (Session session = SHOP.openSession()) {
            assertThat(session.load(User.class, ids).keySet()).containsExactlyElementsOf(ids);
        }
    }

    /** Each of these letters takes nine in a request line. */
    @Test
    void shouldLoadIdsThatAreLongOnlyAsARequestLineHasThem() {
        List<String> ids =
                IntStream.range(10, 28).mapToObj(i -> "\u5546".repeat(52) + i).toList();
        try (Session session = SHOP.openSession()) {
            ids.forEach(id -> session.store(new User("Ada"), id));
            session.saveChanges();
        }

        try (Session session = SHOP.openSession()) {
            assertThat(session.load(User.class, ids).keySet()).containsExactlyElementsOf(ids);
        }
    }

    @Test
    void shouldLoadTheSameObjectOnceHoweverItsIdIsSpelled() {
        String id = SHOP.save(new User("Ada"));

        try (Session session = SHOP.openSession()) {
            User ada = session.load(User.class, id).orElseThrow();

            assertThat(session.load(User.class, "USERS/1-a")).containsSame(ada);
            assertThat(session.requests()).isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseOneDocumentAsTwoClasses() {
        String id = SHOP.save(new User("Ada"));

        try (Session session = SHOP.openSession()) {
            User ada = session.load(User.class, id).orElseThrow();

            assertThat(ada.id).isEqualTo(id);
            assertThatThrownBy(() -> session.load(Employee.class, id))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(id);
        }
    }

    @Test
    void shouldLoadRecordsWithAndWithoutAnId() {
        SHOP.save(new LongTermNote(null, "remember"));
        try (Session session = SHOP.openSession()) {
            session.store(new Note("text", List.of("a", "b")), "notes/1");
            session.saveChanges();
        }

        try (Session session = SHOP.openSession()) {
            assertThat(session.load(LongTermNote.class, "LongTermNotes/1-A"))
                    .contains(new LongTermNote("LongTermNotes/1-A", "remember"));
            assertThat(session.load(Note.class, "notes/1")).contains(new Note("text", List.of("a", "b")));
        }
    }

    @Test
    void shouldTellWhetherADocumentExists() {
        String id = SHOP.save(new User("Ada"));

        try (Session session = SHOP.openSession()) {
            assertThat(session.exists(id)).isTrue();
            assertThat(session.exists("users/404")).isFalse();
        }
    }

    @Test
    void shouldBringAlongWhatADocumentRefersTo() {
        String company = SHOP.save(new Company("ACME"));
        User friend = new User("friend");
        String friendId = SHOP.save(friend);
        User ada = new User("Ada");
        ada.companyId = company;
        ada.friendIds.add(friendId);
        String id = SHOP.save(ada);

        try (Session session = SHOP.openSession()) {
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

    /** What comes along with others while a deletion waits is what is about to be deleted. */
    @Test
    void shouldFindNothingOfWhatItDeletedWhicheverWayThatCameMeanwhile() {
        String acme = SHOP.save(new Company("ACME"));
        User ada = new User("Ada");
        ada.companyId = acme;
        String id = SHOP.save(ada);
        try (Session session = SHOP.openSession()) {
            session.deleteById(acme);
            session.include("companyId").load(User.class, id);
            session.loadStartingWith(Company.class, acme);
            session.saveChanges();

            assertThat(session.load(Company.class, acme)).isEmpty();
            assertThat(session.exists(acme)).isFalse();
        }
    }

    @Test
    void shouldListByPrefixPageByPage() {
        try (Session session = SHOP.openSession()) {
            for (int i = 10; i < 40; i++) {
                session.store(new User("user " + i), "users/" + i);
            }
            session.store(new User("other"), "others/1");
            session.saveChanges();
        }

        try (Session session = SHOP.openSession()) {
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
    void shouldSayWhichDocumentCannotBeRead() {
        SHOP.put("users/odd", "{\"visits\":\"many\"}");

        try (Session session = SHOP.openSession()) {
            assertThatThrownBy(() -> session.load(User.class, "users/odd"))
                    .isInstanceOf(InvalidEntityException.class)
                    .hasMessageContaining("users/odd");
        }
    }
}
