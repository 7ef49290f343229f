package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.commands.HiLoReturnCommand;
import net.ravendb.client.documents.commands.NextHiLoCommand;
import net.ravendb.client.documents.identity.HiLoResult;
import net.ravendb.client.documents.operations.identities.NextIdentityForOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.http.ServerNode;
import net.ravendb.client.serverwide.DatabaseRecord;
import net.ravendb.client.serverwide.operations.CreateDatabaseOperation;
import net.ravendb.client.serverwide.operations.GetDatabaseNamesOperation;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The unmodified official client over three nodes with one PostgreSQL. */
@Timeout(120)
class ThreeNodesScenariosTest {
    @AutoClose
    private static ThreeNodes nodes;

    @BeforeAll
    static void start(@TempDir Path directory) {
        nodes = new ThreeNodes(directory);
    }

    private static HiLoResult next(DocumentStore store, String tag) {
        NextHiLoCommand command = new NextHiLoCommand(tag, 0, null, '/', 0);
        store.getRequestExecutor().execute(command);
        return command.getResult();
    }

    private static void giveBack(DocumentStore store, String tag, long last, long end) {
        store.getRequestExecutor().execute(new HiLoReturnCommand(tag, last, end));
    }

    private static long nextIdentity(DocumentStore store, String name) {
        return store.maintenance().send(new NextIdentityForOperation(name));
    }

    @Test
    void shouldReserveFromOneCounterAndPutTheNodesTagIntoItsIds() {
        List<HiLoResult> ranges = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            ranges.add(next(nodes.openStoreAt(node), "orders"));
        }

        assertThat(ranges).extracting(HiLoResult::getLow).containsExactly(1L, 33L, 65L);
        assertThat(ranges).extracting(HiLoResult::getServerTag).containsExactly("A", "B", "C");
        try (IDocumentSession session = nodes.openStoreAt(1).openSession()) {
            User user = new User("Ada");
            session.store(user);
            assertThat(user.getId()).isEqualTo("users/1-B");
        }
    }

    @Test
    void shouldTakeARangeBackAtAnotherNode() {
        HiLoResult range = next(nodes.openStoreAt(0), "bills");

        giveBack(nodes.openStoreAt(2), "bills", range.getLow() + 1, range.getHigh());

        assertThat(next(nodes.openStoreAt(1), "bills").getLow()).isEqualTo(range.getLow() + 2);
    }

    @Test
    void shouldNumberAnIdentityInOneOrderOverAllNodes() {
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            numbers.add(nextIdentity(nodes.openStoreAt(i % 3), "invoices"));
        }

        assertThat(numbers).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void shouldReadAtEachNodeWhatAnotherOneStored() {
        Documents.save(nodes.openStoreAt(0), new User("Grace"), "people/grace");

        for (int node = 0; node < 3; node++) {
            assertThat(Documents.load(nodes.openStoreAt(node), User.class, "people/grace")
                            .getName())
                    .isEqualTo("Grace");
        }
    }

    @Test
    void shouldMakeServerSideIdsThatNoOtherNodeMakes() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            String id = Documents.saveAs(nodes.openStoreAt(i % 3), new User("Linus"), "made/");
            assertThat(id).matches("made/\\d{19}-" + "ABC".charAt(i % 3));
            ids.add(id);
        }
        assertThat(ids).hasSize(30);
    }

    @Test
    void shouldFindAllNodesFromOne() {
        DocumentStore store = nodes.openStore(1);
        Documents.save(store, new User("Alan"), "people/alan");

        assertThat(store.getRequestExecutor().getTopologyNodes())
                .extracting(ServerNode::getClusterTag)
                .containsExactlyInAnyOrder("A", "B", "C");
    }

    @Test
    void shouldSeeADatabaseEverywhereOneHeartbeatAfterItWasCreatedAtOneNode() {
        nodes.openStoreAt(0).maintenance().server().send(new CreateDatabaseOperation(new DatabaseRecord("made-at-a")));
        nodes.awaitBeats();

        for (int node = 0; node < 3; node++) {
            DocumentStore store = nodes.openStoreAt(node);
            assertThat(store.maintenance().server().send(new GetDatabaseNamesOperation(0, 100)))
                    .contains("made-at-a");
            assertThat(store.maintenance().forDatabase("made-at-a").send(new NextIdentityForOperation("bills")))
                    .isEqualTo(node + 1L);
        }
    }

    @Test
    void shouldFailNoCallWhileOneNodeAfterTheOtherIsRestarted() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        ConcurrentLinkedQueue<String> ids = new ConcurrentLinkedQueue<>();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<Integer>> clients = new ArrayList<>();
            for (int client = 0; client < 3; client++) {
                DocumentStore store = nodes.openStore(client);
                int number = client;
                clients.add(threads.submit(() -> use(store, number, over, ids)));
            }
            for (int node = 0; node < 3; node++) {
                nodes.restart(node);
                int before = ids.size();
                Eventually.until("the clients go on", () -> ids.size() > before + 50);
            }
            over.set(true);
            for (Future<Integer> calls : clients) {
                assertThat(calls.get()).as("calls of a client").isGreaterThan(50);
            }
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    /** Saves, loads and counts until it is over; whatever fails, fails the test. */
    private static int use(DocumentStore store, int client, AtomicBoolean over, ConcurrentLinkedQueue<String> ids)
            throws InterruptedException {
        int calls = 0;
        while (!over.get()) {
            try (IDocumentSession session = store.openSession()) {
                Employee made = new Employee();
                session.store(made);
                session.saveChanges();
                ids.add(session.advanced().getDocumentId(made));
            }
            String id = "round/" + client;
            Documents.save(store, new User("round " + calls), id);
            assertThat(Documents.load(store, User.class, id).getName()).isEqualTo("round " + calls);
            ids.add("identity " + nextIdentity(store, "rounds"));
            calls += 4;
            // A client that never rests takes the processors from the nodes that start.
            Eventually.pass(10);
        }
        return calls;
    }
}
