package io.mintmark.client;

import io.mintmark.RandomBytes;
import io.mintmark.client.cluster.ClientConfiguration;
import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.DatabaseClient;
import io.mintmark.client.hilo.HiLoGenerators;
import io.mintmark.client.hilo.IssuedLives;
import io.mintmark.client.hilo.RemoteCounter;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Given;
import java.util.Optional;

/**
 * One database, as a program uses it: opened once, kept as long as the program runs, closed at its end. It promises
 * <b>no isolation between its sessions</b>: each load sees what other sessions have saved by then, and sessions share
 * only the ranges that ids are made from.
 *
 * <p>Ids like {@code users/1-A} are unique among all clients of the database, ours and RavenDB's. The unused numbers of
 * ranges go back when the store is closed; a program that ends without closing leaves a gap and does no other harm.
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
        IssuedLives lives = new IssuedLives();
        this.ranges = new HiLoGenerators(
                (tag, separator) ->
                        lives.watching(RemoteCounter.sizedByGenerator(cluster, tag, Optional.of(separator))),
                type -> conventions.typeOf(type).requiredPrefix(),
                conventions::requiredPrefix,
                this::separator);
        this.ids = new EntityIdGenerator(cluster.database(), ranges, lives, this::separator);
        this.identities = new Identities(client, RandomBytes.secure()::uuid);
        this.databases = new Databases(cluster);
    }

    /**
     * Starts to describe a store.
     *
     * @param urls the addresses of the server's nodes, such as {@code http://127.0.0.1:8080}; at least one, the
     *     preferred first
     */
    public static DocumentStoreBuilder builder(String... urls) {
        return new DocumentStoreBuilder(urls);
    }

    /**
     * Opens a session with the concurrency of the conventions.
     *
     * @throws IllegalStateException if the store is closed
     */
    public Session openSession() {
        return openSession(conventions.concurrency());
    }

    /** Opens a session with {@code concurrency}. */
    public Session openSession(Concurrency concurrency) {
        requireOpen();
        return new Session(client, ids, conventions, Given.required("concurrency", concurrency, "call openSession()"));
    }

    /**
     * Begins to store many documents over one request; when this returns, a node reads it.
     *
     * @throws io.mintmark.client.exceptions.MintmarkClientException if no node reads it
     */
    public BulkInsert bulkInsert() {
        return bulkInsert(BulkInsertOptions.DEFAULT);
    }

    /** Begins to store many documents over one request with {@code options}. */
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

    /** Returns the generator of ids like {@code users/1-A}, for programs that need an id without a document. */
    public IdGenerator ids() {
        return ids;
    }

    /** Returns the conventions of this store. */
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
     * Gives unused numbers back and ends connections and threads; open sessions cannot send anything more.
     */
    @Override
    public void close() {
        closed = true;
        ranges.close();
        cluster.close();
    }
}
