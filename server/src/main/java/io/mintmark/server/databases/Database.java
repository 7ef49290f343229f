package io.mintmark.server.databases;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.server.changes.ChangeFeed;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.lifecycle.StorageOnDemand;
import io.mintmark.support.Party;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Request;

/** One database: its store and the client configuration in force for it. Safe for any number of threads. */
public final class Database implements AutoCloseable {
    private final DatabaseEntry entry;
    private final StorageOnDemand storage;
    private final ClientConfigurations configurations;
    private final Operations operations;
    private final ChangeFeed changes;
    private final DatabaseFollower follower;

    Database(
            DatabaseEntry entry,
            StorageOnDemand storage,
            ClientConfigurations configurations,
            Operations operations,
            ChangeFeed changes,
            DatabaseFollower follower) {
        this.follower = follower;
        this.changes = changes;
        this.entry = entry;
        this.storage = storage;
        this.configurations = configurations;
        this.operations = operations;
    }

    /** Returns the name that it was created with. */
    public String name() {
        return entry.name();
    }

    /** Returns whether its storage is open and well. */
    boolean isOpen() {
        return storage.isOpen() && !storage.hasFailed();
    }

    /** Returns where its documents and numbers are. */
    public Storage storage() {
        return storage;
    }

    /**
     * Returns the same for {@code request}, which is about to read: if it must be opened first, the request steps
     * aside.
     */
    public Storage storageToRead(Request request) {
        openFor(request.party());
        return storage;
    }

    /** Returns the name of its life, for {@code request}; a storage that was open before need not be opened for it. */
    String life(Request request) {
        return storage.knownLife().orElseGet(() -> storageToRead(request).life());
    }

    /** Returns what lasts longer than a request. */
    public Operations operations() {
        return operations;
    }

    /** Returns what tells those who watch it what changes. */
    ChangeFeed changes() {
        return changes;
    }

    /** Returns what computes something from its changes; while its store is closed, that knows nothing. */
    public DatabaseFollower follower() {
        return follower;
    }

    /** Ends what lasts longer than a request, and refuses more of it, for the reason given. */
    void endWhatLasts(ApiException why) {
        operations.close(why);
        changes.close(why);
    }

    /** Returns the separator that decides which endings of an id ask the server to complete it. */
    public IdentityPartsSeparator separator() {
        return configurations.inForce(entry.number()).separator();
    }

    /** Returns the client configuration in force. */
    ClientConfiguration clientConfiguration() {
        return configurations.inForce(entry.number());
    }

    /**
     * Returns how often a copy of it was restored and raised, and one: the number of its topology. As long as it was
     * not opened nobody knows more than one.
     */
    long incarnation() {
        return storage.knownLife()
                .map(life -> Long.parseLong(life.substring(life.lastIndexOf('.') + 1)))
                .orElse(1L);
    }

    /** Closes it for good if its store was never open here; returns whether it never was. */
    boolean closeIfNeverOpened() {
        return storage.closeIfNeverOpened();
    }

    /** Opens its store for {@code party}, if it is not open; throws why it cannot be. */
    void openFor(Party party) {
        storage.openFor(party);
    }

    /** Returns its line in the catalog. */
    DatabaseEntry entry() {
        return entry;
    }

    long number() {
        return entry.number();
    }

    @Override
    public void close() {
        storage.close();
    }
}
