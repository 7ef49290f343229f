package io.mintmark.server.databases;

import io.mintmark.document.KeyForm;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.support.Party;
import io.mintmark.web.http.ApiException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Begins and ends the lives of databases on this server: they are created, found in the engine when they are first
 * asked for, deleted here, or by another node. Safe for any number of threads.
 *
 * <p>One lock orders all that changes which databases are known; who only looks them up needs none.
 */
final class DatabaseLives implements AutoCloseable {
    private final StorageEngine engine;
    /** Changed under the lock. */
    private final ConcurrentMap<String, Database> known;

    private final DatabaseFactory factory;
    private final ClientConfigurations configurations;
    private final AbsentNames absent;

    /** Why nothing begins any more that lasts longer than a request, or null. */
    private volatile @Nullable ApiException ending;

    private boolean closed;

    /** Keeps {@code known}, by the key forms of names, and closes {@code factory} and {@code engine} in the end. */
    DatabaseLives(
            StorageEngine engine,
            ConcurrentMap<String, Database> known,
            DatabaseFactory factory,
            ClientConfigurations configurations) {
        this.engine = engine;
        this.known = known;
        this.factory = factory;
        this.configurations = configurations;
        this.absent = new AbsentNames(engine);
    }

    /** Returns the database of that name, which was not asked for before, if the engine has it. */
    @Nullable Database find(String key, String name) {
        if (absent.has(key)) {
            // Another node may have acknowledged its creation since this one heard of the others.
            engine.refresh();
        }
        return absent.has(key) ? null : askFor(key, name);
    }

    private synchronized @Nullable Database askFor(String key, String name) {
        if (!closed && !known.containsKey(key)) {
            AbsentNames.Known before = absent.known();
            engine.database(name)
                    .ifPresentOrElse(stored -> known.put(key, database(stored)), () -> absent.add(key, before));
        }
        return known.get(key);
    }

    private Database database(DatabaseEntry entry) {
        Database made = factory.database(entry);
        ApiException why = ending;
        if (why != null) {
            made.endWhatLasts(why);
        }
        return made;
    }

    /** Closes what other nodes deleted, also where there is one of that name again. */
    void closeDeleted() {
        // What is found here after this line may be on no list that was read before.
        List<Database> before = List.copyOf(known.values());
        Set<DatabaseEntry> there = Set.copyOf(engine.databases(Slice.ALL));
        before.stream().filter(each -> !there.contains(each.entry())).forEach(this::forgetDeleted);
    }

    private synchronized void forgetDeleted(Database gone) {
        String key = KeyForm.of(gone.name());
        if (known.get(key) == gone) {
            forget(key, gone.name());
        }
    }

    /**
     * Creates and opens a database for {@code party}, so that its first request finds it ready. One that cannot be
     * opened is taken back, unless somebody used it meanwhile: then it was created.
     *
     * @throws StorageFailedException if it could be neither opened nor taken back, so that it may be there
     */
    DatabaseEntry create(String name, byte[] record, Party party) {
        DatabaseEntry entry = created(name, record);
        try {
            made(entry).openFor(party);
        } catch (RuntimeException | Error e) {
            if (isTakenBack(entry, e)) {
                throw e;
            }
        }
        return entry;
    }

    /** A creation that failed may have come to its end all the same. */
    private DatabaseEntry created(String name, byte[] record) {
        try {
            return engine.create(name, record);
        } finally {
            absent.created();
        }
    }

    /**
     * A request may have found it meanwhile; a former life of its name is another node's deletion that was not heard
     * of.
     */
    private synchronized Database made(DatabaseEntry entry) {
        String key = KeyForm.of(entry.name());
        Database found = known.get(key);
        if (found != null && found.number() >= entry.number()) {
            return found;
        }
        Database made = database(entry);
        forget(key, entry.name());
        known.put(key, made);
        return made;
    }

    /** Returns whether a database that could not be opened here is not there any more. */
    private synchronized boolean isTakenBack(DatabaseEntry entry, Throwable why) {
        String key = KeyForm.of(entry.name());
        Database here = known.get(key);
        if (here != null && here.entry().equals(entry)) {
            if (!here.closeIfNeverOpened()) {
                return false;
            }
            known.remove(key);
        }
        try {
            return engine.takeBack(entry);
        } catch (RuntimeException e) {
            why.addSuppressed(e);
            throw new StorageFailedException(
                    "The database " + entry.name() + " was created, but could not be opened, and may be there or not: "
                            + why.getMessage() + " Look for it before you create it again.",
                    why);
        }
    }

    /** Deletes a database; returns nothing if there is none of that name. */
    synchronized Optional<Databases.Deletion> delete(String name, StorageEngine.Removal removal) {
        Optional<String> file = engine.database(name).flatMap(engine::fileOf);
        if (engine.outage().isEmpty()) {
            // What ends now ends also if the engine fails, and the database is there then.
            forget(KeyForm.of(name), name, "is being deleted");
        }
        // An engine that is not there refuses, and nobody could open again what was closed for it.
        boolean deleted = engine.delete(name, removal);
        forget(KeyForm.of(name), name);
        return deleted
                ? Optional.of(
                        new Databases.Deletion(removal == StorageEngine.Removal.KEEP_FILES ? file : Optional.empty()))
                : Optional.empty();
    }

    private void forget(String key, String name) {
        forget(key, name, "was deleted");
    }

    private void forget(String key, String name, String why) {
        Database opened = known.remove(key);
        if (opened != null) {
            opened.endWhatLasts(new ApiException(ErrorType.CUT_SHORT, "Database '" + name + "' " + why + "."));
            opened.close();
            configurations.forget(opened.number());
        }
    }

    /** Ends what lasts longer than a request in all databases, and refuses more of it, for the reason given. */
    synchronized void end(ApiException why) {
        ending = why;
        known.values().forEach(database -> database.endWhatLasts(why));
    }

    /** Finishes what was accepted and closes all databases, then the engine. */
    @Override
    public synchronized void close() {
        closed = true;
        known.values().forEach(Database::close);
        known.clear();
        factory.close();
        engine.close();
    }
}
