package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.Lazy;
import net.ravendb.client.documents.session.ConditionalLoadResult;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.documents.session.operations.lazy.ILazySessionOperations;
import net.ravendb.client.exceptions.database.DatabaseDoesNotExistException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a session asks for now and fetches later, all of it in one request. */
class LazyScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @BeforeEach
    void save() {
        RAVEN.save(new Company("Mint"), "companies/1");
        User ada = new User("Ada");
        ada.setCompanyId("companies/1");
        RAVEN.save(ada, "users/1");
        RAVEN.save(new User("Grace"), "users/2");
    }

    private static ILazySessionOperations lazily(IDocumentSession session) {
        return session.advanced().lazily();
    }

    private static int requests(IDocumentSession session) {
        return session.advanced().getNumberOfRequests();
    }

    @Test
    void shouldLoadNothingBeforeItIsAskedFor() {
        IDocumentSession session = RAVEN.session();
        Lazy<User> lazy = lazily(session).load(User.class, "users/1");

        assertThat(requests(session)).isZero();
        assertThat(lazy.isValueCreated()).isFalse();
        assertThat(lazy.getValue().getName()).isEqualTo("Ada");
        assertThat(requests(session)).isEqualTo(1);
    }

    @Test
    void shouldLoadSeveralWithOneRequest() {
        IDocumentSession session = RAVEN.session();
        Lazy<User> ada = lazily(session).load(User.class, "users/1");
        Lazy<Company> company = lazily(session).load(Company.class, "companies/1");
        Lazy<Map<String, User>> both = lazily(session).load(User.class, List.of("users/2", "users/none"));

        assertThat(company.getValue().getName()).isEqualTo("Mint");
        assertThat(ada.getValue().getName()).isEqualTo("Ada");
        assertThat(both.getValue().get("users/2").getName()).isEqualTo("Grace");
        assertThat(both.getValue().get("users/none")).isNull();
        assertThat(requests(session)).isEqualTo(1);
    }

    @Test
    void shouldExecuteAllThatIsPendingAtOnce() {
        List<String> told = new ArrayList<>();
        IDocumentSession session = RAVEN.session();
        lazily(session).load(User.class, "users/1", user -> told.add(user.getName()));
        lazily(session).load(User.class, "users/2", user -> told.add(user.getName()));

        session.advanced().eagerly().executeAllPendingLazyOperations();

        assertThat(told).containsExactly("Ada", "Grace");
        assertThat(requests(session)).isEqualTo(1);
        assertThat(session.load(User.class, "users/2").getName()).isEqualTo("Grace");
        assertThat(requests(session)).as("it is in the session").isEqualTo(1);
    }

    @Test
    void shouldBringAlongWhatADocumentRefersTo() {
        IDocumentSession session = RAVEN.session();
        Lazy<Map<String, User>> lazy = lazily(session).include("companyId").load(User.class, "users/1", "users/2");

        String companyId = lazy.getValue().get("users/1").getCompanyId();

        assertThat(session.load(Company.class, companyId).getName()).isEqualTo("Mint");
        assertThat(requests(session)).isEqualTo(1);
    }

    @Test
    void shouldListByPrefix() {
        IDocumentSession session = RAVEN.session();
        Lazy<Map<String, User>> all = lazily(session).loadStartingWith(User.class, "users/");
        Lazy<Map<String, User>> some = lazily(session).loadStartingWith(User.class, "USERS/", "2|3", 0, 10);
        Lazy<Map<String, User>> none = lazily(session).loadStartingWith(User.class, "nobody/");

        assertThat(all.getValue()).containsOnlyKeys("users/1", "users/2");
        assertThat(some.getValue()).containsOnlyKeys("users/2");
        assertThat(none.getValue()).isEmpty();
        assertThat(requests(session)).isEqualTo(1);
    }

    @Test
    void shouldLoadNullForAMissingDocument() {
        IDocumentSession session = RAVEN.session();
        Lazy<User> missing = lazily(session).load(User.class, "users/none");
        Lazy<User> ada = lazily(session).load(User.class, "users/1");

        assertThat(missing.getValue()).isNull();
        assertThat(ada.getValue().getName()).isEqualTo("Ada");
        assertThat(session.load(User.class, "users/none")).isNull();
        assertThat(requests(session)).as("the session knows it is missing").isEqualTo(1);
    }

    @Test
    void shouldLoadOnlyWhatChangedSinceAChangeVector() {
        String known;
        try (IDocumentSession session = RAVEN.store().openSession()) {
            known = session.advanced().getChangeVectorFor(session.load(User.class, "users/1"));
        }
        try (IDocumentSession session = RAVEN.openStore().openSession()) {
            Lazy<ConditionalLoadResult<User>> same = lazily(session).conditionalLoad(User.class, "users/1", known);
            Lazy<ConditionalLoadResult<User>> other = lazily(session).conditionalLoad(User.class, "users/2", known);
            Lazy<ConditionalLoadResult<User>> none = lazily(session).conditionalLoad(User.class, "users/none", known);

            assertThat(same.getValue().getEntity()).isNull();
            assertThat(same.getValue().getChangeVector()).isEqualTo(known);
            assertThat(other.getValue().getEntity().getName()).isEqualTo("Grace");
            assertThat(none.getValue().getChangeVector()).isNull();
            assertThat(requests(session)).isEqualTo(1);
        }
    }

    @Test
    void shouldConfirmWhatTheClientHasCached() {
        DocumentStore store = RAVEN.openStore();
        assertThat(namesOf(store)).containsExactly("Ada", "Grace");
        assertThat(namesOf(store)).as("from the cache").containsExactly("Ada", "Grace");
        Documents.save(RAVEN.store(), new User("Alan"), "users/1");

        assertThat(namesOf(store)).containsExactly("Alan", "Grace");
    }

    private static List<String> namesOf(DocumentStore store) {
        try (IDocumentSession session = store.openSession()) {
            Lazy<User> first = lazily(session).load(User.class, "users/1");
            Lazy<User> second = lazily(session).load(User.class, "users/2");
            Lazy<User> missing = lazily(session).load(User.class, "users/none");
            assertThat(missing.getValue()).isNull();
            return List.of(first.getValue().getName(), second.getValue().getName());
        }
    }

    @Test
    void shouldTakeMoreIdsThanARequestLineHolds() {
        List<String> ids = new ArrayList<>(IntStream.range(0, 1_000)
                .mapToObj(i -> "users/with-a-long-name/" + i)
                .toList());
        ids.add("users/2");
        IDocumentSession session = RAVEN.session();
        Lazy<Map<String, User>> lazy = lazily(session).load(User.class, ids);

        assertThat(lazy.getValue()).hasSize(1_001);
        assertThat(lazy.getValue().get("users/2").getName()).isEqualTo("Grace");
    }

    @Test
    void shouldSayThatADatabaseDoesNotExist() {
        try (IDocumentSession session = RAVEN.store().openSession("none")) {
            Lazy<User> lazy = lazily(session).load(User.class, "users/1");

            assertThatThrownBy(lazy::getValue).isInstanceOf(DatabaseDoesNotExistException.class);
        }
    }

    @Test
    void shouldNameTheOperationThatIsRefused() {
        IDocumentSession session = RAVEN.session();
        Lazy<User> ada = lazily(session).load(User.class, "users/1");
        Lazy<List<User>> query = session.query(User.class).lazily();

        assertThatThrownBy(query::getValue)
                .hasMessageContaining("status code: 400")
                .hasMessageContaining("Queries are not supported");
        assertThat(ada.getValue().getName()).isEqualTo("Ada");
    }
}
