package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.support.Eventually;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import net.ravendb.client.documents.BulkInsertOperation;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.changes.DatabaseChanges;
import net.ravendb.client.documents.changes.DocumentChange;
import net.ravendb.client.documents.changes.IChangesObservable;
import net.ravendb.client.documents.changes.IDatabaseChanges;
import net.ravendb.client.documents.changes.Observers;
import net.ravendb.client.documents.operations.BulkInsertProgress;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.primitives.CleanCloseable;
import net.ravendb.client.serverwide.DatabaseRecord;
import net.ravendb.client.serverwide.operations.CreateDatabaseOperation;
import net.ravendb.client.serverwide.operations.DeleteDatabasesOperation;

/** What the client's changes API and its aggressive cache do with the server; run by {@link OfficialJavaClient}. */
public final class ChangesScenarios {
    private static final long PATIENCE_SECONDS = 30;

    private ChangesScenarios() {}

    private static DocumentStore store(String url, String database) {
        return store(url, database, settings -> {});
    }

    private static DocumentStore store(String url, String database, Consumer<DocumentStore> settings) {
        DocumentStore store = new DocumentStore(url, database);
        settings.accept(store);
        store.initialize();
        return store;
    }

    private static String nameOf(DocumentStore store, String id) {
        return Documents.load(store, User.class, id).getName();
    }

    private static DatabaseChanges connected(IDatabaseChanges changes) {
        return ((DatabaseChanges) changes).ensureConnectedNow();
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(next).as("something that was told").isNotNull();
        return next;
    }

    /** A cached load is served without a request, until another store changes a document. */
    public static void cachesAggressively(String url, String database) throws Exception {
        cachesAggressivelyOverNodes(url, url, database);
    }

    /** The same where the other store is at another node. */
    public static void cachesAggressivelyOverNodes(String url, String elsewhere, String database) throws Exception {
        AtomicInteger loads = new AtomicInteger();
        Consumer<DocumentStore> counting = settings -> {
            staysAtItsNode(settings);
            settings.addOnBeforeRequestListener(
                    (sender, request) -> loads.addAndGet(request.getUrl().contains("/docs") ? 1 : 0));
        };
        try (DocumentStore store = store(url, database, counting);
                DocumentStore other = store(elsewhere, database, ChangesScenarios::staysAtItsNode)) {
            Documents.save(other, new User("Ada"), "users/1");
            try (CleanCloseable cached = store.aggressivelyCacheFor(Duration.ofMinutes(5))) {
                assertThat(nameOf(store, "users/1")).isEqualTo("Ada");
                int before = loads.get();
                assertThat(before).as("requests that are counted").isPositive();
                for (int i = 0; i < 5; i++) {
                    assertThat(nameOf(store, "users/1")).isEqualTo("Ada");
                }
                assertThat(loads).as("requests for what is cached").hasValue(before);

                Documents.save(other, new User("Grace"), "users/1");
                Eventually.until(() -> nameOf(store, "users/1").equals("Grace"));
                remove(other);
                Eventually.until(() -> Documents.load(store, User.class, "users/1") == null);
            }
        }
    }

    private static void remove(DocumentStore store) {
        try (IDocumentSession session = store.openSession()) {
            session.delete("users/1");
            session.saveChanges();
        }
    }

    private static void staysAtItsNode(DocumentStore settings) {
        settings.getConventions().setDisableTopologyUpdates(true);
    }

    private static BlockingQueue<String> told(IChangesObservable<DocumentChange> watched) {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        CleanCloseable ignored = watched.subscribe(Observers.create(
                change -> told.add(change.getType() + " " + change.getId() + " " + change.getCollectionName())));
        return told;
    }

    /** Each kind of watch hears what it is for. */
    public static void watchesDocuments(String url, String database) throws Exception {
        watchesDocumentsOverNodes(url, url, database);
    }

    /** The same where they are changed at another node. */
    public static void watchesDocumentsOverNodes(String url, String elsewhere, String database) throws Exception {
        try (DocumentStore watching = store(url, database, ChangesScenarios::staysAtItsNode);
                DocumentStore store = store(elsewhere, database, ChangesScenarios::staysAtItsNode)) {
            DatabaseChanges changes = connected(watching.changes());
            BlockingQueue<String> one = told(changes.forDocument("users/1"));
            BlockingQueue<String> prefix = told(changes.forDocumentsStartingWith("users/"));
            BlockingQueue<String> collection = told(changes.forDocumentsInCollection(User.class));
            BlockingQueue<String> all = told(changes.forAllDocuments());
            changes.forAllIndexes();

            Documents.save(store, new Company("Mint"), "users/9");
            Documents.save(store, new User("Ada"), "users/1");
            String put = "PUT users/1 Users";
            String delete = "DELETE users/1 Users";
            String company = "PUT users/9 Companies";
            assertThat(next(one)).isEqualTo(put);
            remove(store);

            assertThat(next(one)).isEqualTo(delete);
            for (String expected : new String[] {put, delete}) {
                assertThat(next(collection)).isEqualTo(expected);
            }
            for (String expected : new String[] {company, put, delete}) {
                assertThat(next(prefix)).isEqualTo(expected);
                assertThat(next(all)).isEqualTo(expected);
            }
        }
    }

    /**
     * A bulk insert hears that it goes on. How far it is, the client reads by the names of the application's entities, so
     * that its numbers stay 0 unless those begin with capitals.
     */
    public static void followsABulkInsert(String url, String database) throws Exception {
        try (DocumentStore store = store(url, database)) {
            BlockingQueue<BulkInsertProgress> told = new LinkedBlockingQueue<>();
            try (BulkInsertOperation insert = store.bulkInsert()) {
                insert.addOnProgress((sender, args) -> told.add(args.getProgress()));
                for (int i = 0; i < 5_000; i++) {
                    insert.store(new User("user " + i), "users/" + i);
                }
            }
            assertThat(next(told).getDocumentsProcessed()).isZero();
        }
    }

    /** What the server does not have is refused by its name. */
    public static void isToldWhatIsNotWatched(String url, String database) throws Exception {
        try (DocumentStore store = store(url, database)) {
            DatabaseChanges changes = connected(store.changes());
            BlockingQueue<String> errors = new LinkedBlockingQueue<>();
            changes.addOnError(error -> errors.add(error.getMessage()));

            CompletableFuture<Void> watching = CompletableFuture.runAsync(changes::forAllCounters);

            assertThat(next(errors)).contains("System.NotSupportedException: Counters are not supported");
            BlockingQueue<String> told = told(changes.forDocument("users/1"));
            Documents.save(store, new User("Ada"), "users/1");
            assertThat(next(told)).as("other watches go on").startsWith("PUT users/1");
            assertThat(watching)
                    .as("a watch that hears nothing is not confirmed")
                    .isNotDone();
        }
    }

    /** What was watched is watched again when the connection ended and the database is there again. */
    public static void watchesAgain(String url, String database) throws Exception {
        try (DocumentStore store = store(url, database)) {
            BlockingQueue<String> told = told(connected(store.changes()).forDocument("users/1"));
            store.maintenance().server().send(new DeleteDatabasesOperation(database, true));
            store.maintenance().server().send(new CreateDatabaseOperation(new DatabaseRecord(database)));

            Eventually.until(() -> {
                Documents.save(store, new User("Ada"), "users/1");
                return !told.isEmpty();
            });
            assertThat(next(told)).isEqualTo("PUT users/1 Users");
        }
    }

    /** A database that is not there is told at once. */
    public static void doesNotWaitForADatabaseThatIsMissing(String url, String database) {
        try (DocumentStore store = store(url, database)) {
            assertThatThrownBy(() -> connected(store.changes("missing")))
                    .hasStackTraceContaining("DatabaseDoesNotExistException");
        }
    }
}
