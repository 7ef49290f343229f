package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.Model.User;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A closed store leaves nothing behind, and says so to those who go on using it. */
class ClosedStoreTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    @Test
    void shouldLeaveNoThreadBehindWhenTheLastStoreIsClosed() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:ActiveProcessorCount=4", // with fewer, the JDK has no common pool to leave threads in
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClosingStores.class.getName(),
                        SHOP.url(),
                        SHOP.database())
                .redirectErrorStream(true)
                .start();

        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said.lines().filter(line -> line.startsWith("open")))
                .singleElement()
                .asString()
                .contains("mintmark-http-1")
                .contains("SelectorManager");
        assertThat(said.lines().filter(line -> line.startsWith("closed")))
                .as(said)
                .containsExactly("closed []");
    }

    @Test
    void shouldRefuseSessionsAtOnceAndSayWhy() {
        DocumentStore store = SHOP.openStore();
        Session open = store.openSession();
        store.close();

        assertThatThrownBy(store::openSession)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("The store of the database " + SHOP.database() + " is closed")
                .hasMessageContaining("open a new one");
        assertThatThrownBy(() -> store.openSession(Concurrency.OPTIMISTIC)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(store::bulkInsert)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        assertThatThrownBy(() -> store.ids().nextId(new User())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.ids().nextId("Users")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.identities().next("users")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.databases().list()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> open.load(User.class, "users/1")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldGoOnBesideAStoreThatWasClosed() {
        DocumentStore store = SHOP.openStore();
        store.ids().nextId(new User());
        store.close();
        store.close();

        assertThat(SHOP.save(new User("Ada"))).startsWith("users/");
    }

    @Test
    @SuppressWarnings("NullAway") // callers may compile without it
    void shouldRefuseWhatIsMissingBeforeItIsNeeded() {
        DocumentStoreBuilder builder = DocumentStore.builder(SHOP.url());
        assertThatThrownBy(() -> builder.conventions(null)).hasMessageContaining("conventions=null");
        assertThatThrownBy(() -> builder.tls(null)).hasMessageContaining("tls=null");
        assertThatThrownBy(() -> builder.deadline(null)).hasMessageContaining("deadline=null");
        assertThatThrownBy(() -> builder.database(null)).hasMessageContaining("database must not be blank");
        assertThatThrownBy(() -> DocumentStore.builder("localhost:8080"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("such as http://127.0.0.1:8080: 'localhost:8080'");
        assertThatThrownBy(() -> DocumentStore.builder()).hasMessageContaining("one node at least");
        Conventions.Builder conventions = Conventions.builder();
        assertThatThrownBy(() -> conventions.collections(null)).hasMessageContaining("naming=null");
        assertThatThrownBy(() -> conventions.idPrefixes(null)).hasMessageContaining("prefixOfCollection=null");
        assertThatThrownBy(() -> conventions.registerIdConvention(User.class, null))
                .hasMessageContaining("convention=null");
        assertThatThrownBy(() -> conventions.concurrency(null)).hasMessageContaining("concurrency=null");
        assertThatThrownBy(() -> conventions.idMember("")).hasMessageContaining("idMember must not be blank");
        try (Session session = SHOP.openSession()) {
            assertThatThrownBy(() -> session.store(new User(), (String) null)).hasMessageContaining("id=null");
            assertThatThrownBy(() -> session.store(new User(), "users/1", null))
                    .hasMessageContaining("changeVector=null");
            assertThatThrownBy(() ->
                            session.store(new User(), "users/1").metadata().set("Owner", null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("remove(\"Owner\")");
        }
        DocumentStore nothingFound = SHOP.openStore(Conventions.builder()
                .registerIdConvention(User.class, (database, user) -> null)
                .build());
        try (Session session = nothingFound.openSession()) {
            assertThatThrownBy(() -> session.store(new User()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("returned null");
        }
    }
}
