package io.mintmark.client;

import io.mintmark.client.hilo.RemoteCounter;
import io.mintmark.client.hilo.HiLoGenerators;

import io.mintmark.client.cluster.ClientConfiguration;
import io.mintmark.client.cluster.DatabaseClient;

import io.mintmark.client.cluster.Cluster;
import io.mintmark.document.IdentityPartsSeparator;
import java.util.Optional;
import java.util.UUID;

/**
 * One database, as a program uses it: opened once, kept as long as the program runs, closed at its end. It promises <b>no
 * isolation between its sessions</b>: each is on its own, sees what others have saved at the moment of each of its loads,
 * and shares with them only the ranges that ids are made from.
 *
 * <p>Ids like {@code users/1-A} are unique among all clients of the database, ours and RavenDB's. What is left of the
 * ranges goes back when the store is closed; a program that ends without that leaves a gap and does no other harm.
 * Safe for any number of threads.
 *
 * <pre>{@code
 * try (DocumentStore store = DocumentStore.builder("http://127.0.0.1:8080").database("shop").open();
 *         Session session = store.openSession()) {
 *     session.store(new User("Ada")); // users/1-A
 *     session.saveChanges();
 * }
 * }</pre>
 */
public final class DocumentStore implements AutoCloseable {
    private final Cluster cluster;
    private final Conventions conventions;
    private final DatabaseClient client;
    private final HiLoGenerators ranges;
    private final EntityIdGenerator ids;
    private final Identities identities;
    private final Databases databases;
    private volatile boolean closed;

    DocumentStore(Cluster cluster, Conventions conventions) {
        this.cluster = cluster;
        this.conventions = conventions;
        this.client = new DatabaseClient(cluster, this::follow);
        this.ranges = new HiLoGenerators(
                (tag, separator) -> RemoteCounter.sizedByGenerator(cluster, tag, Optional.of(separator)),
                type -> conventions.typeOf(type).requiredPrefix(),
                this::separator);
        this.ids = new EntityIdGenerator(cluster.database(), ranges, this::separator);
        this.identities = new Identities(client, UUID::randomUUID);
        this.databases = new Databases(cluster);
    }

    /**
     * Starts to describe a store.
     *
     * @param urls where the server's nodes are, such as {@code http://127.0.0.1:8080}; one at least, the preferred first
     */
    public static DocumentStoreBuilder builder(String... urls) {
        return new DocumentStoreBuilder(urls);
    }

    /**
     * Opens a session that expects of documents what the conventions say.
     *
     * @throws IllegalStateException if the store is closed
     */
    public Session openSession() {
        return openSession(conventions.concurrency());
    }

    /** Opens a session that expects {@code concurrency} of documents. */
    public Session openSession(Concurrency concurrency) {
        requireOpen();
        return new Session(client, ids, conventions, Arguments.required("concurrency", concurrency, "call openSession()"));
    }

    /**
     * Begins to store many documents over one request, to a node that reads it already when this returns.
     *
     * @throws io.mintmark.client.exceptions.MintmarkClientException if there is none
     */
    public BulkInsert bulkInsert() {
        return bulkInsert(BulkInsertOptions.DEFAULT);
    }

    /** Begins to store many documents over one request, sent as {@code options} say. */
    public BulkInsert bulkInsert(BulkInsertOptions options) {
        requireOpen();
        return new BulkInsert(BulkInsertRequest.begin(client, options), ids, conventions);
    }

    /** Returns the identities of the database. */
    public Identities identities() {
        return identities;
    }

    /** Returns the databases of the server, to create, list and delete them. */
    public Databases databases() {
        return databases;
    }

    /** Returns what makes ids like {@code users/1-A}, for whoever needs one without an entity to store. */
    public IdGenerator ids() {
        return ids;
    }

    /** Returns what the programs on this database agree on. */
    public Conventions conventions() {
        return conventions;
    }

    /** Returns the name of the database. */
    public String database() {
        return cluster.database();
    }

    /** Returns the separator in force: the server's, if it sets one, else the conventions'. */
    IdentityPartsSeparator separator() {
        return client.configuration().separator().orElse(conventions.separator());
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The store of the database " + database()
                    + " is closed: open a new one, or close it later, at the end of the program.");
        }
    }

    private void follow(ClientConfiguration configuration) {
        ranges.useSeparator(configuration.separator().orElse(conventions.separator()));
    }

    /**
     * Gives unused numbers back and ends connections and threads; sessions that are still open can send nothing more.
     */
    @Override
    public void close() {
        closed = true;
        ranges.close();
        cluster.close();
    }
}
