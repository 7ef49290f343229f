package io.mintmark.server.databases;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Ticker;
import io.mintmark.server.changes.ChangeCounts;
import io.mintmark.server.changes.ChangeFeed;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.group.OneThread;
import io.mintmark.storage.lifecycle.OpenStorages;
import io.mintmark.storage.lifecycle.StorageOnDemand;
import io.mintmark.support.FairExecutor;
import io.mintmark.support.Json;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Joins a database with its store, its operations, and those who hear what changes in it. Safe for any number of
 * threads.
 */
final class DatabaseFactory implements AutoCloseable {
    private final StorageEngine engine;
    private final ClientConfigurations configurations;
    private final OpenStorages places;
    private final BiFunction<DatabaseEntry, Supplier<IdentityPartsSeparator>, DatabaseFollower> followers;
    private final BiFunction<DatabaseEntry, Storage, Storage> around;
    private final Json json;
    private final InstantSource clock;
    private final AtomicLong operationIds = new AtomicLong();
    private final AtomicInteger endedOperations = new AtomicInteger();
    private final ChangeCounts changeCounts = new ChangeCounts();
    /** Nothing is told any more after the end; what waits is bounded by the databases that are watched. */
    private final ExecutorService telling =
            OneThread.named("mintmark-changes", new LinkedBlockingQueue<>(), (task, executor) -> {});

    private final FairExecutor<String> fair = new FairExecutor<>(telling, Ticker.SYSTEM::nanos);

    DatabaseFactory(
            StorageEngine engine,
            ClientConfigurations configurations,
            OpenStorages places,
            BiFunction<DatabaseEntry, Supplier<IdentityPartsSeparator>, DatabaseFollower> followers,
            BiFunction<DatabaseEntry, Storage, Storage> around,
            Json json,
            InstantSource clock) {
        this.engine = engine;
        this.configurations = configurations;
        this.places = places;
        this.followers = followers;
        this.around = around;
        this.json = json;
        this.clock = clock;
    }

    /** Returns the database of a line in the catalog; its store is opened when it is used. */
    Database database(DatabaseEntry entry) {
        // Replies show its number, and must ask nobody for it.
        configurations.read(entry.number());
        // It outlives the open store: who watches a database that is closed for idleness hears of its next write.
        ChangeFeed changes = new ChangeFeed(entry.name(), json, fair.of(entry.name()), changeCounts, Ticker.SYSTEM);
        DatabaseFollower follower = followers.apply(
                entry, () -> configurations.inForce(entry.number()).separator());
        FollowedChanges heard = new FollowedChanges(changes, follower);
        StorageOnDemand storage = new StorageOnDemand(
                entry.name(), () -> around.apply(entry, engine.open(entry, heard)), places, follower);
        Operations operations =
                new Operations(this::nextOperationId, clock, endedOperations, operation -> tell(changes, operation));
        return new Database(entry, storage, configurations, operations, changes, follower);
    }

    /** An engine that came later than the node draws its numbers from then on. */
    private long nextOperationId() {
        long after = engine.operationsAfter();
        return operationIds.updateAndGet(last -> Math.max(last, after) + 1);
    }

    private static void tell(ChangeFeed changes, Operation operation) {
        Operation.State state = operation.state();
        changes.operationChanged(operation.id(), generator -> OperationEndpoints.writeState(state, generator));
    }

    /** Returns how many connections hear changes, and how many were cut off. */
    ChangeCounts changeCounts() {
        return changeCounts;
    }

    /** Tells nothing any more. */
    @Override
    public void close() {
        telling.shutdown();
    }
}
