package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.ravendb.client.documents.commands.GetDocumentsCommand;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Documents that come along with others, and documents by what their ids begin with. */
class IncludeAndPagingScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldBringAlongWhatADocumentRefersTo() {
        RAVEN.save(new Company("Mint"), "companies/1");
        User user = new User("Ada");
        user.setCompanyId("companies/1");
        RAVEN.save(user, "users/1");

        IDocumentSession session = RAVEN.session();
        User loaded = session.include("companyId").load(User.class, "users/1");

        assertThat(session.load(Company.class, loaded.getCompanyId()).getName()).isEqualTo("Mint");
        assertThat(session.advanced().getNumberOfRequests()).isEqualTo(1);
    }

    @Test
    void shouldFollowANestedPath() {
        RAVEN.save(new Company("Poland"), "countries/pl");
        User user = new User("Ada");
        user.setAddress(new User.Address("countries/pl"));
        RAVEN.save(user, "users/1");

        IDocumentSession session = RAVEN.session();
        session.include("address.countryId").load(User.class, "users/1");

        assertThat(session.load(Company.class, "countries/pl").getName()).isEqualTo("Poland");
        assertThat(session.advanced().getNumberOfRequests()).isEqualTo(1);
    }

    @Test
    void shouldFollowEveryElementOfAnArray() {
        RAVEN.save(new User("Grace"), "users/2");
        RAVEN.save(new User("Alan"), "users/3");
        User user = new User("Ada");
        user.setFriendIds(List.of("users/2", "users/3", "users/none"));
        RAVEN.save(user, "users/1");

        IDocumentSession session = RAVEN.session();
        session.include("friendIds").load(User.class, "users/1");

        assertThat(session.load(User.class, "users/2").getName()).isEqualTo("Grace");
        assertThat(session.load(User.class, "users/3").getName()).isEqualTo("Alan");
        assertThat(session.advanced().getNumberOfRequests()).isEqualTo(1);
    }

    @Test
    void shouldBringAlongForManyDocumentsAndSeveralPaths() {
        RAVEN.save(new Company("Mint"), "companies/1");
        RAVEN.save(new Company("Poland"), "countries/pl");
        User employed = new User("Ada");
        employed.setCompanyId("companies/1");
        RAVEN.save(employed, "users/1");
        User resident = new User("Grace");
        resident.setAddress(new User.Address("countries/pl"));
        RAVEN.save(resident, "users/2");

        IDocumentSession session = RAVEN.session();
        session.include("companyId").include("address.countryId").load(User.class, "users/1", "users/2");

        assertThat(session.load(Company.class, "companies/1").getName()).isEqualTo("Mint");
        assertThat(session.load(Company.class, "countries/pl").getName()).isEqualTo("Poland");
        assertThat(session.advanced().getNumberOfRequests()).isEqualTo(1);
    }

    @Test
    void shouldCompleteIdsByWhatStandsAroundThem() {
        RAVEN.save(new Company("Mint"), "companies/7");
        RAVEN.save(new Company("Garden"), "7/address");
        User user = new User("Ada");
        user.setCompanyId("7");
        user.setVisits(7);
        RAVEN.save(user, "users/1");

        for (String path : List.of("companyId(companies/)", "visits(companies/)", "missing(x/)")) {
            try (IDocumentSession session = RAVEN.store().openSession()) {
                session.include(path).include("visits[{0}/address]").load(User.class, "users/1");

                assertThat(session.load(Company.class, "7/address").getName()).isEqualTo("Garden");
                assertThat(session.advanced().getNumberOfRequests()).isEqualTo(1);
                assertThat(session.load(Company.class, "companies/7").getName()).isEqualTo("Mint");
                assertThat(session.advanced().getNumberOfRequests()).isEqualTo(path.startsWith("missing") ? 2 : 1);
            }
        }
    }

    @Test
    void shouldFollowNamesAndValuesOfAnObject() {
        RAVEN.save(new Company("Mint"), "companies/1");
        RAVEN.save(new User("Grace"), "users/2");
        try (IDocumentSession session = RAVEN.store().openSession()) {
            session.store(
                    new Ledger(Map.of("companies/1", "users/2"), Map.of("first", new User.Address("companies/1"))),
                    "ledgers/1");
            session.saveChanges();
        }

        for (String path : List.of("owners.$Keys", "places.$Values[].countryId", "places.$Values.countryId")) {
            try (IDocumentSession session = RAVEN.store().openSession()) {
                session.include(path).include("owners.$Values").load(Ledger.class, "ledgers/1");

                assertThat(session.load(Company.class, "companies/1").getName()).isEqualTo("Mint");
                assertThat(session.load(User.class, "users/2").getName()).isEqualTo("Grace");
                assertThat(session.advanced().getNumberOfRequests()).isEqualTo(1);
            }
        }
    }

    /** A document whose members are named by ids. */
    static final class Ledger {
        private Map<String, String> owners = Map.of();
        private Map<String, User.Address> places = Map.of();

        Ledger() {}

        Ledger(Map<String, String> owners, Map<String, User.Address> places) {
            this.owners = owners;
            this.places = places;
        }

        public Map<String, String> getOwners() {
            return owners;
        }

        public void setOwners(Map<String, String> owners) {
            this.owners = owners;
        }

        public Map<String, User.Address> getPlaces() {
            return places;
        }

        public void setPlaces(Map<String, User.Address> places) {
            this.places = places;
        }
    }

    @Test
    void shouldRefuseAnIncludeThatIsNone() {
        RAVEN.save(new User("Ada"), "users/1");

        IDocumentSession session = RAVEN.session();
        assertThatThrownBy(() -> session.include("companyId(companies/").load(User.class, "users/1"))
                .hasMessageContaining("The include 'companyId(companies/'");
    }

    @Test
    void shouldListByPrefixInTheOrderOfIds() {
        save("users/b", "users/a", "Users/c", "usersX", "companies/a");

        assertThat(ids("USERS/", null, 0, 25, null, null)).containsExactly("users/a", "users/b", "Users/c");
    }

    @Test
    void shouldListNothingForAPrefixThatNoIdHas() {
        save("users/a");

        assertThat(ids("companies/", null, 0, 25, null, null)).isEmpty();
    }

    @Test
    void shouldListOnlyWhatMatchesAPattern() {
        save("users/ada", "users/adam", "users/eve", "users/evelyn", "users/max");

        assertThat(ids("users/", "a*", 0, 25, null, null)).containsExactly("users/ada", "users/adam");
        assertThat(ids("users/", "?v?", 0, 25, null, null)).containsExactly("users/eve");
        assertThat(ids("users/", "AD?|*x", 0, 25, null, null)).containsExactly("users/ada", "users/max");
    }

    @Test
    void shouldLeaveOutWhatAPatternExcludes() {
        save("users/ada", "users/adam", "users/eve", "users/max");

        assertThat(ids("users/", null, 0, 25, "*a*", null)).containsExactly("users/eve");
        assertThat(ids("users/", "a*", 0, 25, "*m", null)).containsExactly("users/ada");
    }

    @Test
    void shouldCountPagesAfterThePatterns() {
        save("users/a1", "users/b1", "users/a2", "users/b2", "users/a3", "users/a4");

        assertThat(ids("users/", "a*", 1, 2, null, null)).containsExactly("users/a2", "users/a3");
        assertThat(ids("users/", "a*", 3, 2, null, null)).containsExactly("users/a4");
    }

    @Test
    void shouldGoOnAfterAnId() {
        save("users/1", "users/2", "users/3");

        assertThat(ids("users/", null, 0, 25, null, "users/1")).containsExactly("users/2", "users/3");
        assertThat(ids("users/", null, 0, 25, null, "users/3")).isEmpty();
    }

    @Test
    void shouldPageThroughEverythingOnce() {
        Documents.saveUsers(RAVEN.store(), 60);

        List<String> all = new ArrayList<>();
        for (int start = 0; start < 75; start += 25) {
            all.addAll(ids("users/", null, start, 25, null, null));
        }

        assertThat(all)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 60)
                        .mapToObj(i -> "users/" + i + "-A")
                        .sorted()
                        .toList());
    }

    @Test
    void shouldListMoreThanTheServerReadsAtOnce() {
        List<String> saved = Documents.saveUsers(RAVEN.store(), 300);

        assertThat(ids("users/", null, 0, 1000, null, null))
                .containsExactlyElementsOf(saved.stream().sorted().toList());
        assertThat(ids("users/", "*9-A", 20, 1000, null, null)).hasSize(10);
    }

    @Test
    void shouldListTheLatestWritesFirst() {
        save("users/1", "users/2", "users/3");
        save("users/1");

        assertThat(latest(0, 2)).containsExactly("users/1", "users/3");
        assertThat(latest(2, 2)).containsExactly("users/2");
    }

    private static List<String> latest(int start, int pageSize) {
        GetDocumentsCommand command = new GetDocumentsCommand(start, pageSize);
        RAVEN.store().getRequestExecutor().execute(command);
        List<String> ids = new ArrayList<>();
        for (JsonNode document : command.getResult().getResults()) {
            ids.add(document.get("@metadata").get("@id").asText());
        }
        return ids;
    }

    private static void save(String... ids) {
        for (String id : ids) {
            RAVEN.save(new User("user"), id);
        }
    }

    private static List<String> ids(
            String prefix, String matches, int start, int pageSize, String exclude, String startAfter) {
        IDocumentSession session = RAVEN.session();
        User[] users =
                session.advanced().loadStartingWith(User.class, prefix, matches, start, pageSize, exclude, startAfter);
        return List.of(users).stream().map(User::getId).toList();
    }
}
