package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.Model.Company;
import io.mintmark.client.Model.User;
import io.mintmark.client.exceptions.InvalidEntityException;
import io.mintmark.document.InvalidDocumentIdException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loads that wait, and come together. */
class LazilyTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    @Test
    void shouldLoadEverythingThatWaitsInOneRequest() {
        String ada = SHOP.save(new User("Ada"));
        String bob = SHOP.save(new User("Bob"));
        String acme = SHOP.save(new Company("ACME"));
        try (Session session = SHOP.openSession()) {
            Lazy<Optional<User>> one = session.lazily().load(User.class, ada);
            Lazy<Optional<Company>> company = session.lazily().load(Company.class, acme);
            Lazy<Map<String, User>> several = session.lazily().load(User.class, List.of(bob, "users/404", ada));
            Lazy<Optional<User>> missing = session.lazily().load(User.class, "users/405");
            assertThat(session.requests()).isZero();

            assertThat(company.value()).contains(new Company(acme, "ACME"));
            assertThat(one.value().orElseThrow().name).isEqualTo("Ada");
            assertThat(several.value().keySet()).containsExactly(bob, ada);
            assertThat(several.value().get(ada)).isSameAs(one.value().orElseThrow());
            assertThat(missing.value()).isEmpty();

            assertThat(session.requests()).isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseWhatIsNoIdAtOnceAndLoadTheOthers() {
        String ada = SHOP.save(new User("Ada"));
        try (Session session = SHOP.openSession()) {
            Lazy<Optional<User>> one = session.lazily().load(User.class, ada);

            assertThatThrownBy(() -> session.lazily().load(User.class, ""))
                    .isInstanceOf(InvalidDocumentIdException.class);
            assertThatThrownBy(() -> session.lazily().load(User.class, List.of("users/404", "users|")))
                    .isInstanceOf(InvalidDocumentIdException.class);

            assertThat(one.value()).isPresent();
        }
    }

    @Test
    void shouldSayEachTimeThatADocumentCannotBeRead() {
        SHOP.put("things/odd", "{\"visits\":\"many\"}");
        try (Session session = SHOP.openSession()) {
            Lazy<Optional<User>> odd = session.lazily().load(User.class, "things/odd");

            assertThatThrownBy(odd::value).isInstanceOf(InvalidEntityException.class);
            assertThatThrownBy(odd::value).isInstanceOf(InvalidEntityException.class);
        }
    }

    @Test
    void shouldAskForNothingThatTheSessionKnows() {
        String ada = SHOP.save(new User("Ada"));
        try (Session session = SHOP.openSession()) {
            User known = session.load(User.class, ada).orElseThrow();
            Lazy<Optional<User>> again = session.lazily().load(User.class, ada);

            assertThat(again.value()).containsSame(known);
            assertThat(session.requests()).isEqualTo(1);
        }
    }

    @Test
    void shouldAskAgainForWhatWaitsLater() {
        String ada = SHOP.save(new User("Ada"));
        try (Session session = SHOP.openSession()) {
            assertThat(session.lazily().load(User.class, "users/404").value()).isEmpty();

            assertThat(session.lazily().load(User.class, ada).value()).isPresent();
            assertThat(session.requests()).isEqualTo(2);
        }
    }

    @Test
    void shouldShowWhatWasStoredOrDeletedMeanwhile() {
        String ada = SHOP.save(new User("Ada"));
        try (Session session = SHOP.openSession()) {
            Lazy<Optional<User>> deleted = session.lazily().load(User.class, ada);
            Lazy<Optional<User>> stored = session.lazily().load(User.class, "users/new");
            User other = new User("new");
            session.store(other, "users/new");
            session.deleteById(ada);

            assertThat(stored.value()).containsSame(other);
            assertThat(deleted.value()).isEmpty();
            assertThat(session.requests()).isZero();
        }
    }

    @Test
    void shouldRefuseOnceTheSessionIsClosed() {
        Session session = SHOP.openSession();
        Lazy<Optional<User>> late = session.lazily().load(User.class, "users/1");
        session.close();

        assertThatThrownBy(late::value).isInstanceOf(IllegalStateException.class);
    }
}
