package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.commands.HiLoReturnCommand;
import net.ravendb.client.documents.commands.NextHiLoCommand;
import net.ravendb.client.documents.identity.HiLoResult;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How what is left of a HiLo range goes back, and what happens to a counter that somebody else writes to. */
class HiLoReturnScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldReturnUnusedRangeWhenTheStoreCloses() {
        RAVEN.save(Documents.json("Counters", "Max", 32), "Raven/Hilo/users");
        DocumentStore closing = RAVEN.openStore();
        List<String> ids = Documents.saveUsers(closing, 2);
        Long before = Documents.shownMax(RAVEN.store(), "users");

        closing.close();

        assertThat(ids).containsExactly("users/33-A", "users/34-A");
        assertThat(before).isEqualTo(64);
        assertThat(Documents.shownMax(RAVEN.store(), "users")).isEqualTo(34);
    }

    @Test
    void shouldReserveTwoToThirtyThreeAfterOneIdWasUsed() {
        DocumentStore first = RAVEN.openStore();
        Employee john = new Employee("John Doe");
        save(first, john);

        first.close();
        Long afterClose = Documents.shownMax(RAVEN.store(), "employees");
        HiLoResult range = next("employees");

        assertThat(john.getId()).isEqualTo("employees/1-A");
        assertThat(afterClose).isEqualTo(1);
        assertThat(List.of(range.getLow(), range.getHigh())).containsExactly(2L, 33L);
    }

    @Test
    void shouldGiveTheNextStoreTheFirstNumberThatWasNotUsed() {
        DocumentStore first = RAVEN.openStore();
        save(first, new Employee("John Doe"));
        first.close();

        Employee second = new Employee("Jane Doe");
        save(RAVEN.openStore(), second);

        assertThat(second.getId()).isEqualTo("employees/2-A");
        assertThat(Documents.shownMax(RAVEN.store(), "employees")).isEqualTo(33);
    }

    @Test
    void shouldLeaveAGapWhenAnotherStoreReservedLater() {
        DocumentStore early = RAVEN.openStore();
        DocumentStore late = RAVEN.openStore();
        Documents.saveUsers(early, 1);
        List<String> lateIds = Documents.saveUsers(late, 1);

        early.close();
        Long afterEarly = Documents.shownMax(RAVEN.store(), "users");
        late.close();

        assertThat(lateIds).containsExactly("users/33-A");
        assertThat(afterEarly).isEqualTo(64);
        assertThat(Documents.shownMax(RAVEN.store(), "users")).isEqualTo(33);
    }

    @Test
    void shouldIgnoreAReturnThatIsSentAgain() {
        next("orders");
        giveBack("orders", 5, 32);
        HiLoResult second = next("orders");
        giveBack("orders", 32, second.getHigh());

        giveBack("orders", 5, 32);

        assertThat(second.getLow()).isEqualTo(6);
        assertThat(Documents.shownMax(RAVEN.store(), "orders")).isEqualTo(32);
    }

    @Test
    void shouldNeverRepeatNumbersAfterTheDocumentWasLowered() {
        RAVEN.save(Documents.json("Counters", "Max", 32), "Raven/Hilo/users");
        List<String> ids = new ArrayList<>(Documents.saveUsers(RAVEN.store(), 1));

        RAVEN.save(Documents.json("Counters", "Max", 12), "Raven/Hilo/users");
        ids.addAll(Documents.saveUsers(RAVEN.store(), 128));

        assertThat(ids).hasSize(129).doesNotHaveDuplicates().startsWith("users/33-A");
    }

    @Test
    void shouldNotRepeatNumbersAfterTheDocumentWasDeleted() {
        Documents.saveUsers(RAVEN.store(), 1);
        IDocumentSession session = RAVEN.session();
        session.delete("Raven/Hilo/users");
        session.saveChanges();

        List<String> ids = Documents.saveUsers(RAVEN.openStore(), 1);

        assertThat(ids).containsExactly("users/33-A");
    }

    @Test
    void shouldKeepOtherMembersOfTheCounterDocument() {
        ObjectNode document = Documents.json("Counters", "Max", 7);
        document.put("Owner", "accounting");
        RAVEN.save(document, "Raven/Hilo/users");

        Documents.saveUsers(RAVEN.store(), 1);

        ObjectNode shown = Documents.load(RAVEN.store(), ObjectNode.class, "Raven/Hilo/users");
        assertThat(shown.get("Owner").asText()).isEqualTo("accounting");
        assertThat(shown.get("Max").asLong()).isEqualTo(39);
    }

    private static HiLoResult next(String tag) {
        NextHiLoCommand command = new NextHiLoCommand(tag, 0, null, '/', 0);
        RAVEN.store().getRequestExecutor().execute(command);
        return command.getResult();
    }

    private static void giveBack(String tag, long last, long end) {
        RAVEN.store().getRequestExecutor().execute(new HiLoReturnCommand(tag, last, end));
    }

    private static void save(DocumentStore store, Object entity) {
        try (IDocumentSession session = store.openSession()) {
            session.store(entity);
            session.saveChanges();
        }
    }
}
