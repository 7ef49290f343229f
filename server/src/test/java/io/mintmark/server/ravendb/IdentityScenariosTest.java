package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.ravendb.client.documents.commands.PutDocumentCommand;
import net.ravendb.client.documents.operations.identities.GetIdentitiesOperation;
import net.ravendb.client.documents.operations.identities.NextIdentityForOperation;
import net.ravendb.client.documents.operations.identities.SeedIdentityForOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.exceptions.ConcurrencyException;
import net.ravendb.client.exceptions.RavenException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ids that end with a number of an identity because they were asked for with a pipe. */
class IdentityScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldNumberFromOneWithoutPaddingOrTag() {
        assertThat(saveAs("users|")).isEqualTo("users/1");
        assertThat(saveAs("users|")).isEqualTo("users/2");
        assertThat(saveAs("invoices|")).isEqualTo("invoices/1");
    }

    @Test
    void shouldNumberManyInOneBatchInTheirOrder() {
        List<Object> entities = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        IDocumentSession session = RAVEN.session();
        for (int i = 0; i < 20; i++) {
            Object entity = i % 2 == 0 ? new User("user") : new Company("company");
            session.store(entity, i % 2 == 0 ? "users|" : "companies|");
            entities.add(entity);
        }
        session.saveChanges();
        entities.forEach(entity -> ids.add(session.advanced().getDocumentId(entity)));

        List<String> expected = IntStream.range(0, 20)
                .mapToObj(i -> (i % 2 == 0 ? "users/" : "companies/") + (i / 2 + 1))
                .toList();
        assertThat(ids).isEqualTo(expected);
    }

    @Test
    void shouldRefuseANumberWhoseDocumentExists() {
        RAVEN.save(new User("squatter"), "users/1");

        assertThatExceptionOfType(ConcurrencyException.class)
                .isThrownBy(() -> saveAs("users|"))
                .satisfies(e -> assertThat(e.getId()).isEqualTo("users/1"))
                .satisfies(e -> assertThat(e.getExpectedChangeVector()).isEmpty())
                .withMessageContaining("expecting new document");
        assertThat(Documents.load(RAVEN.store(), User.class, "users/1").getName())
                .isEqualTo("squatter");
        assertThat(saveAs("users|")).isEqualTo("users/2");
    }

    @Test
    void shouldLeaveAGapWhenItsBatchWasRefused() {
        RAVEN.save(new User("there before"), "users/ada");

        IDocumentSession session = RAVEN.session();
        session.store(new User("Grace"), "users|");
        session.store(new User("Ada"), "", "users/ada");
        assertThatExceptionOfType(ConcurrencyException.class).isThrownBy(session::saveChanges);

        assertThat(Documents.exists(RAVEN.store(), "users/1")).isFalse();
        assertThat(saveAs("users|")).isEqualTo("users/2");
    }

    @Test
    void shouldShareItsNumbersWithTheNextOperation() {
        String first = saveAs("users|");
        Long second = RAVEN.store().maintenance().send(new NextIdentityForOperation("users"));
        String third = saveAs("users|");

        assertThat(first).isEqualTo("users/1");
        assertThat(second).isEqualTo(2);
        assertThat(third).isEqualTo("users/3");
        assertThat(identities()).isEqualTo(Map.of("users|", 3L));
    }

    @Test
    void shouldStartAtOneWhenTheNextOperationComesFirst() {
        assertThat(RAVEN.store().maintenance().send(new NextIdentityForOperation("person|")))
                .isEqualTo(1);
        assertThat(saveAs("person|")).isEqualTo("person/2");
    }

    @Test
    void shouldGoOnAfterASeed() {
        saveAs("users|");

        assertThat(seed(1990, false)).isEqualTo(1990);
        assertThat(saveAs("users|")).isEqualTo("users/1991");
    }

    @Test
    void shouldKeepTheHigherNumberUnlessTheSeedIsForced() {
        seed(1991, false);

        assertThat(seed(1975, false)).isEqualTo(1991);
        assertThat(seed(1975, true)).isEqualTo(1975);
        assertThat(saveAs("users|")).isEqualTo("users/1976");
    }

    @Test
    void shouldListEachIdentityWithItsLatestNumber() {
        saveAs("users|");
        saveAs("users|");
        saveAs("Companies|");

        assertThat(identities()).isEqualTo(Map.of("users|", 2L, "companies|", 1L));
    }

    @Test
    void shouldShareOneCounterAmongSpellingsAndKeepTheSpellingGiven() {
        assertThat(saveAs("users|")).isEqualTo("users/1");
        assertThat(saveAs("Users|")).isEqualTo("Users/2");
    }

    @Test
    void shouldRefuseAChangeVector() {
        IDocumentSession session = RAVEN.session();
        session.store(new User("Ada"), "A:1-aaaaaaaaaaaaaaaaaaaaaa", "users|");

        assertThatExceptionOfType(RavenException.class)
                .isThrownBy(session::saveChanges)
                .withMessageContaining("You cannot use change vector");
    }

    @Test
    void shouldNumberParallelSessionsWithoutRepeatsOrGaps() throws Exception {
        List<List<String>> ids = Together.run(8, i -> () -> {
            List<String> own = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                own.add(saveAs("users|"));
            }
            return own;
        });

        assertThat(ids.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 40)
                        .mapToObj(number -> "users/" + number)
                        .toList());
    }

    @Test
    void shouldKeepIdentityAndHiLoOfOnePrefixApart() {
        String identity = saveAs("users|");
        List<String> hilo = Documents.saveUsers(RAVEN.store(), 1);

        assertThat(identity).isEqualTo("users/1");
        assertThat(hilo).containsExactly("users/1-A");
        assertThat(Documents.load(RAVEN.store(), User.class, "users/1").getName())
                .isEqualTo("Ada");
    }

    @Test
    void shouldAnswerASinglePutWithTheNumberAndRefuseATakenOne() {
        RAVEN.save(new User("squatter"), "users/2");

        assertThat(put("users|")).isEqualTo("users/1");
        assertThatExceptionOfType(ConcurrencyException.class)
                .isThrownBy(() -> put("users|"))
                .satisfies(e -> assertThat(e.getId()).isEqualTo("users/2"));
    }

    private static String put(String asked) {
        PutDocumentCommand command = new PutDocumentCommand(
                RAVEN.store().getConventions(), asked, null, Documents.json("Users", "name", "Ada"));
        RAVEN.store().getRequestExecutor().execute(command);
        return command.getResult().getId();
    }

    private static String saveAs(String asked) {
        return Documents.saveAs(RAVEN.store(), new User("Ada"), asked);
    }

    private static Long seed(long value, boolean force) {
        return RAVEN.store().maintenance().send(new SeedIdentityForOperation("users", value, force));
    }

    private static Map<String, Long> identities() {
        return RAVEN.store().maintenance().send(new GetIdentitiesOperation());
    }
}
