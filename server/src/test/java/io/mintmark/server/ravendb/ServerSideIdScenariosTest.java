package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.commands.PutDocumentCommand;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ids that the server completes because they end with the separator. */
class ServerSideIdScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldAppendNineteenDigitsAndTheNodeTag() {
        String first = saveAs("users/");
        String second = saveAs("users/");

        assertThat(first).isEqualTo("users/0000000000000000001-A");
        assertThat(second).isEqualTo("users/0000000000000000002-A");
        assertThat(Documents.load(RAVEN.store(), User.class, second).getName()).isEqualTo("Ada");
    }

    @Test
    void shouldTellTheEntityItsIdWhenItIsSaved() {
        IDocumentSession session = RAVEN.session();
        User user = new User("Ada");
        session.store(user, "users/");
        String before = session.advanced().getDocumentId(user);

        session.saveChanges();

        assertThat(before).isEqualTo("users/");
        assertThat(user.getId()).isEqualTo("users/0000000000000000001-A");
        user.setName("Ada L.");
        session.saveChanges();
        assertThat(Documents.load(RAVEN.store(), User.class, "users/0000000000000000001-A")
                        .getName())
                .isEqualTo("Ada L.");
    }

    @Test
    void shouldCountEveryWriteOfTheDatabase() {
        RAVEN.save(new User("Ada"), "users/ada");
        RAVEN.save(new Company("Mint"), "companies/mint");
        IDocumentSession session = RAVEN.session();
        session.delete("users/ada");
        session.saveChanges();

        assertThat(saveAs("users/")).isEqualTo("users/0000000000000000004-A");
    }

    @Test
    void shouldGiveEachOfManyInOneBatchItsOwnId() {
        List<User> users = new ArrayList<>();
        IDocumentSession session = RAVEN.session();
        for (int i = 0; i < 12; i++) {
            User user = new User("user " + i);
            session.store(user, "users/");
            users.add(user);
        }
        session.saveChanges();

        List<String> ids = users.stream().map(User::getId).toList();
        assertThat(ids).doesNotHaveDuplicates().isSorted().startsWith("users/0000000000000000001-A");
        assertThat(ids.get(11)).isEqualTo("users/0000000000000000012-A");
    }

    @Test
    void shouldIncreaseAcrossPrefixes() {
        assertThat(saveAs("users/")).isEqualTo("users/0000000000000000001-A");
        assertThat(saveAs("people/vip/")).isEqualTo("people/vip/0000000000000000002-A");
    }

    @Test
    void shouldAddARandomPartWhenTheIdIsTaken() {
        RAVEN.save(new User("squatter"), "users/0000000000000000002-A");

        String id = saveAs("users/");

        assertThat(id).matches("users/0000000000000000003-[A-Za-z0-9_-]{22}");
        assertThat(Documents.load(RAVEN.store(), User.class, "users/0000000000000000002-A")
                        .getName())
                .isEqualTo("squatter");
    }

    @Test
    void shouldNeverGiveTwoStoresTheSameId() throws Exception {
        List<DocumentStore> stores = List.of(RAVEN.openStore(), RAVEN.openStore());

        List<List<String>> ids = Together.run(6, i -> () -> {
            List<String> own = new ArrayList<>();
            for (int round = 0; round < 10; round++) {
                own.add(Documents.saveAs(stores.get(i % 2), new User("user"), "users/"));
            }
            return own;
        });

        assertThat(ids).allSatisfy(own -> assertThat(own).isSorted());
        assertThat(ids.stream().flatMap(List::stream)).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void shouldAnswerASinglePutWithTheIdItMade() {
        PutDocumentCommand command = new PutDocumentCommand(
                RAVEN.store().getConventions(), "users/", null, Documents.json("Users", "name", "Ada"));

        RAVEN.store().getRequestExecutor().execute(command);

        assertThat(command.getResult().getId()).isEqualTo("users/0000000000000000001-A");
        assertThat(Documents.exists(RAVEN.store(), "users/0000000000000000001-A"))
                .isTrue();
    }

    private static String saveAs(String asked) {
        return Documents.saveAs(RAVEN.store(), new User("Ada"), asked);
    }
}
