package io.mintmark.server.databases;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.KeyForm;
import io.mintmark.internal.Ticker;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.server.changes.ChangeCounts;
import io.mintmark.server.changes.ChangeFeed;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.Topology;
import io.mintmark.storage.lifecycle.OpenStorages;
import io.mintmark.support.Json;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Destination;
import io.mintmark.web.http.Request;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All databases of a server: created, opened when they are used, closed when they are idle, deleted. Safe for any
 * number of threads.
 *
 * <p>Names compare by their key form. Using a database that is being deleted fails with a
 * {@link io.mintmark.storage.StorageClosedException}.
 */
public final class Databases implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Databases.class);

    /** Small requests, half as many that are costly, and streams each bring a piece at a time. */
    private static final int WRITES_PER_REQUEST = 4;

    private final StorageEngine engine;
    private final ClientConfigurations configurations;
    /** Those that were asked for; their stores may be open or not. */
    private final ConcurrentMap<String, Database> known = new ConcurrentHashMap<>();

    private final CatalogFollower follower;
    private final DatabaseLives lives;
    private final OpenStorages places;
    private final DatabaseFactory factory;

    /** Whether a database's writer has room for more pieces than requests at work bring. */
    private final boolean roomForAll;

    /** Serves what {@code engine} keeps, and closes it in the end. */
    public Databases(StorageEngine engine, Json json, InstantSource clock, Limits limits) {
        this(engine, json, clock, limits, (entry, separator) -> DatabaseFollower.NOBODY);
    }

    /**
     * Serves the same; each database is followed by what {@code followers} makes for it and what tells its separator.
     */
    public Databases(
            StorageEngine engine,
            Json json,
            InstantSource clock,
            Limits limits,
            BiFunction<DatabaseEntry, Supplier<IdentityPartsSeparator>, DatabaseFollower> followers) {
        this(engine, json, clock, limits, followers, (entry, storage) -> storage);
    }

    /** Serves the same; each open storage is used by what {@code around} makes of it. */
    public Databases(
            StorageEngine engine,
            Json json,
            InstantSource clock,
            Limits limits,
            BiFunction<DatabaseEntry, Supplier<IdentityPartsSeparator>, DatabaseFollower> followers,
            BiFunction<DatabaseEntry, Storage, Storage> around) {
        this.engine = engine;
        this.places = new OpenStorages(limits, Ticker.SYSTEM);
        this.roomForAll =
                limits.writes().max() >= WRITES_PER_REQUEST * limits.requests().max();
        this.configurations = new ClientConfigurations(engine, json);
        this.factory = new DatabaseFactory(engine, configurations, places, followers, around, json, clock);
        this.lives = new DatabaseLives(engine, known, factory, configurations);
        this.follower = new CatalogFollower(engine, this::readChanges);
    }

    /** Returns the database that a request's path names; refuses with {@code DATABASE_MISSING} if there is none. */
    public Database require(Request request) {
        return require(request.pathPart("db"));
    }

    /** Returns the database of that name; refuses with {@code DATABASE_MISSING} if there is none. */
    public Database require(String name) {
        return find(name).orElseThrow(() -> missing(name));
    }

    /**
     * Returns whether the database that a request's path names takes a write of numbers without waiting: it is open,
     * well, and has more room before its writer than requests at work could fill.
     */
    public boolean takesAtOnce(Destination destination) {
        Database found = known.get(KeyForm.of(destination.parts().getOrDefault("db", "")));
        return roomForAll && found != null && found.isOpen();
    }

    /** Returns the database of that name, if there is one. */
    public Optional<Database> find(String name) {
        requireServing();
        String key = KeyForm.of(name);
        Database found = known.get(key);
        if (found != null && found.storage().hasFailed()) {
            // Another node may have deleted it, and perhaps made it anew.
            catchUpIfReachable();
            found = known.get(key);
        }
        return found != null ? Optional.of(found) : Optional.ofNullable(lives.find(key, name));
    }

    /**
     * Learns what any node acknowledged before this call: which databases there are, and what clients are told. It
     * waits for the engine; callers that come at once share one question.
     *
     * @throws StorageUnreachableException if the engine does not say
     */
    void catchUp() {
        follower.catchUp();
    }

    /** Does the same where the engine answers; what was heard before stays in force otherwise. */
    void catchUpIfReachable() {
        try {
            follower.catchUp();
        } catch (StorageUnreachableException e) {
            LOG.debug("What other nodes changed since the last heartbeat is not known now.", e);
        }
    }

    /** What this node has open is another one's now, which this one must not speak for. */
    private void requireServing() {
        if (engine.state() == EngineState.FENCED) {
            throw new ApiException(ErrorType.DATABASE_FAILED, engine.whyFenced());
        }
    }

    /** Returns whether the engine answers this node, as far as that was seen lately. */
    boolean engineAnswers() {
        return engine.state() == EngineState.SERVING && engine.answers();
    }

    /** Returns why the engine is not there for this node, and for how long; empty if it is. */
    public Optional<StorageEngine.Outage> outage() {
        return engine.outage();
    }

    /** Reads what other nodes changed: settings, and which databases there are. */
    private void readChanges() {
        configurations.readAgain();
        lives.closeDeleted();
    }

    /** Returns the refusal of a request to a database that does not exist. */
    static ApiException missing(String name) {
        return new ApiException(
                        ErrorType.DATABASE_MISSING,
                        "Database '" + name + "' does not exist: create it with PUT /admin/databases?name=…")
                .header(Headers.DATABASE_MISSING, name);
    }

    /** Returns databases by the key form of their names. */
    public List<DatabaseEntry> entries(Slice slice) {
        return engine.databases(slice);
    }

    /** Returns those of {@code only}, which are sorted key forms, in the same way; all of them if it is empty. */
    public List<DatabaseEntry> entries(Slice slice, Optional<? extends Collection<String>> only) {
        if (only.isEmpty()) {
            return entries(slice);
        }
        String after = KeyForm.of(slice.after());
        return only.get().stream()
                .filter(key -> slice.after().isEmpty() || key.compareTo(after) > 0)
                .flatMap(key -> engine.database(key).stream())
                .skip(slice.skip())
                .limit(slice.limit())
                .toList();
    }

    /** Returns the database of that name as the engine knows it now, if there is one. */
    public Optional<DatabaseEntry> entry(String name) {
        return engine.database(name);
    }

    Optional<byte[]> record(DatabaseEntry entry) {
        return engine.record(entry);
    }

    /**
     * Creates and opens a database of which nothing but its name is asked for.
     *
     * @param nameCharsMax how long the name may be
     */
    public DatabaseEntry create(String name, int nameCharsMax, Party party) {
        byte[] record = Json.writeObject(
                json -> json.writeStringField("DatabaseName", DatabaseName.require(name, nameCharsMax)));
        return create(name, record, party);
    }

    /**
     * Creates and opens a database as {@code record} describes it.
     *
     * @throws StorageFailedException if it may be there, although it was not created
     */
    DatabaseEntry create(String name, byte[] record, Party party) {
        return lives.create(name, record, party);
    }

    /** A deletion that was done, and the name of the file that it leaves behind, if it leaves one. */
    public record Deletion(Optional<String> keptFile) {}

    /** Deletes a database; returns nothing if there is none of that name. */
    public Optional<Deletion> delete(String name, StorageEngine.Removal removal) {
        return lives.delete(name, removal);
    }

    /** Returns what tells those who watch a database what changes there, at whatever node, from now on. */
    ChangeFeed changesOf(Database database) {
        engine.watch(database.entry(), database.changes());
        return database.changes();
    }

    /** Returns the other node that drew the number of an operation, while it lives. */
    Optional<Topology.Node> nodeOfOperation(long id) {
        return engine.nodeOfOperation(id);
    }

    /** Returns whether a database of that name was used here and is there; asks the engine nothing. */
    public boolean isKnown(String name) {
        return known.containsKey(KeyForm.of(name));
    }

    /** Returns how many databases have their stores open. */
    public int openCount() {
        return places.count();
    }

    /**
     * Returns how many databases that were asked for take no writes until somebody looks: their stores failed, or did
     * not open. Their list counts as one: where it failed, none is created, deleted or opened.
     */
    public long failedCount() {
        long failed = known.values().stream()
                .filter(database -> database.storage().hasFailed())
                .count();
        return engine.listHasFailed() ? failed + 1 : failed;
    }

    /** Returns how many requests found all databases that may be open at once in use. */
    public long turnedAway() {
        return places.turnedAway();
    }

    /** Returns how many connections hear changes, and how many were cut off. */
    public ChangeCounts changeCounts() {
        return factory.changeCounts();
    }

    ClientConfigurations configurations() {
        return configurations;
    }

    /**
     * Returns the number of the client configuration in force for a database; below all if there is no such database.
     */
    public long clientConfigurationEtag(String name) {
        Database found = known.get(KeyForm.of(name));
        return found == null ? Long.MIN_VALUE : configurations.etagInForce(found.number());
    }

    /**
     * Returns the number of a database's topology, which grows when a node comes or goes and when a restored copy is
     * raised; that of the server's own if there is no such database.
     */
    public long topologyEtag(String name) {
        Database found = known.get(KeyForm.of(name));
        return engine.topology().etag() + (found == null ? 1 : found.incarnation());
    }

    /** Returns the number of the server's own topology. */
    public long topologyEtag() {
        return engine.topology().etag() + 1;
    }

    /** Returns whether clients of this node can go to another one that serves the same databases. */
    public boolean hasPeers() {
        return engine.state() == EngineState.SERVING
                && engine.topology().nodes().size() > 1;
    }

    /** Tells other nodes, if there are any, that this one is about to stop; serves on until they heard. */
    public void leave() {
        engine.leave();
    }

    /** Ends what lasts longer than a request, and refuses more of it, because the server is about to close. */
    public void endOperations() {
        lives.end(new ApiException(ErrorType.CUT_SHORT, "The server is shutting down."));
    }

    /** Finishes what was accepted and closes all databases, then the engine. */
    @Override
    public void close() {
        follower.close();
        places.close();
        lives.close();
    }
}
