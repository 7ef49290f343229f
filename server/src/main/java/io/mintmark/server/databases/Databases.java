package io.mintmark.server.databases;

import io.mintmark.document.KeyForm;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Request;
import io.mintmark.server.json.Json;
import io.mintmark.server.storage.DatabaseEntry;
import io.mintmark.server.storage.StorageEngine;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * All databases of a server: created, opened when first used, deleted. Safe for any number of threads.
 *
 * <p>Names compare by their key form. Opening and deleting exclude each other; using a database that is being deleted
 * fails with a {@link io.mintmark.server.storage.StorageFailedException}.
 */
public final class Databases implements AutoCloseable {
    private final StorageEngine engine;
    private final ClientConfigurations configurations;
    private final ConcurrentMap<String, Database> open = new ConcurrentHashMap<>();
    private final AtomicLong operationIds = new AtomicLong();
    private final InstantSource clock;
    private boolean closed;

    /** Serves what {@code engine} keeps, and closes it in the end. */
    public Databases(StorageEngine engine, Json json, InstantSource clock) {
        this.engine = engine;
        this.clock = clock;
        this.configurations = new ClientConfigurations(engine, json);
    }

    /** Returns the database that a request's path names; refuses with {@code DATABASE_MISSING} if there is none. */
    public Database require(Request request) {
        return require(request.pathPart("db"));
    }

    /** Returns the database of that name; refuses with {@code DATABASE_MISSING} if there is none. */
    public Database require(String name) {
        return find(name).orElseThrow(() -> missing(name));
    }

    /** Returns the database of that name, if there is one. */
    public Optional<Database> find(String name) {
        String key = KeyForm.of(name);
        Database known = open.get(key);
        return known != null ? Optional.of(known) : Optional.ofNullable(openIfPresent(key, name));
    }

    private synchronized @Nullable Database openIfPresent(String key, String name) {
        Database known = open.get(key);
        if (known != null || closed) {
            return known;
        }
        Optional<DatabaseEntry> entry = engine.database(name);
        if (entry.isEmpty()) {
            return null;
        }
        Database opened = opened(entry.get());
        open.put(key, opened);
        return opened;
    }

    private Database opened(DatabaseEntry entry) {
        Operations operations = new Operations(operationIds::incrementAndGet, clock);
        return new Database(entry, engine.open(entry), configurations, operations);
    }

    /** Returns the refusal of a request to a database that does not exist. */
    static ApiException missing(String name) {
        return new ApiException(
                        ErrorType.DATABASE_MISSING,
                        "Database '" + name + "' does not exist: create it with PUT /admin/databases?name=…")
                .header(Headers.DATABASE_MISSING, name);
    }

    List<DatabaseEntry> entries() {
        return engine.databases();
    }

    Optional<DatabaseEntry> entry(String name) {
        return engine.database(name);
    }

    Optional<byte[]> record(DatabaseEntry entry) {
        return engine.record(entry);
    }

    /** Creates and opens a database, so that its first request finds it ready. */
    synchronized Database create(String name, byte[] record) {
        Database created = opened(engine.create(name, record));
        open.put(KeyForm.of(name), created);
        return created;
    }

    /**
     * Deletes a database, if there is one of that name.
     *
     * @return the name of the file that it leaves behind; empty if it leaves none
     */
    synchronized Optional<String> delete(String name, StorageEngine.Removal removal) {
        Optional<String> file = engine.database(name).flatMap(engine::fileOf);
        Database opened = open.remove(KeyForm.of(name));
        if (opened != null) {
            opened.operations()
                    .close(new ApiException(ErrorType.INVALID_OPERATION, "Database '" + name + "' was deleted."));
            opened.close();
            configurations.forget(opened.number());
        }
        boolean deleted = engine.delete(name, removal);
        return deleted && removal == StorageEngine.Removal.KEEP_FILES ? file : Optional.empty();
    }

    ClientConfigurations configurations() {
        return configurations;
    }

    /** Returns the number of the client configuration in force for a database; 0 if there is no such database. */
    public long clientConfigurationEtag(String name) {
        Database known = open.get(KeyForm.of(name));
        return known == null ? 0 : configurations.etagInForce(known.number());
    }

    /** Returns the number of a database's topology; 1 if there is no such database. */
    public long topologyEtag(String name) {
        Database known = open.get(KeyForm.of(name));
        return known == null ? 1 : known.incarnation();
    }

    /** Ends what lasts longer than a request, and refuses more of it, because the server is about to close. */
    public void endOperations() {
        ApiException why = new ApiException(ErrorType.INVALID_OPERATION, "The server is shutting down.");
        open.values().forEach(database -> database.operations().close(why));
    }

    /** Finishes what was accepted and closes all databases, then the engine. */
    @Override
    public synchronized void close() {
        closed = true;
        open.values().forEach(Database::close);
        open.clear();
        engine.close();
    }
}
