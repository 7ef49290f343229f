package io.mintmark.storage;

import io.mintmark.counter.Reservation;
import io.mintmark.document.NodeTag;
import io.mintmark.support.SharedText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All databases of one server, and what the server must remember beside them. Safe for any number of threads.
 *
 * <p>Writing verbs are durable when they return.
 */
public interface StorageEngine extends AutoCloseable {

    /** Returns databases by the key form of their names. */
    List<DatabaseEntry> databases(Slice slice);

    /** Returns the database of that name; names compare by their key form. */
    Optional<DatabaseEntry> database(String name);

    /** Returns what the client sent to describe a database, as it was given to {@link #create}; empty if it is gone. */
    Optional<byte[]> record(DatabaseEntry entry);

    /**
     * Creates an empty database.
     *
     * @param name its name, already judged legal
     * @param record what the client sent to describe it, a JSON object in UTF-8
     * @throws DatabaseExistsException if there is one of that name
     */
    DatabaseEntry create(String name, byte[] record);

    /**
     * Forgets a database that nobody has open.
     *
     * @param removal what becomes of its data
     * @return whether there was one of that name
     */
    boolean delete(String name, Removal removal);

    /**
     * Takes back a database that this node created and never opened: that very one and no other of its name, and only
     * if no other node used it. A database that is kept is one that others may have been told is theirs.
     *
     * @return whether it is not there any more
     */
    default boolean takeBack(DatabaseEntry entry) {
        return !database(entry.name()).equals(Optional.of(entry)) || delete(entry.name(), Removal.ERASE);
    }

    /** Returns the name of the main file that holds a database, where each has one of its own. */
    default Optional<String> fileOf(DatabaseEntry entry) {
        return Optional.empty();
    }

    /** Opens a database whose changes nobody hears; the caller closes it, and opens each one once. */
    default Storage open(DatabaseEntry entry) {
        return open(entry, ChangeListener.NOBODY);
    }

    /** Opens a database likewise, and tells {@code listener} what changes in it. */
    Storage open(DatabaseEntry entry, ChangeListener listener);

    /**
     * Has {@code listener} hear of what other nodes change in a database, too, from now on until it listens no more.
     * One that this node wrote is told by the storage.
     *
     * @throws StorageUnreachableException if the engine does not say how far the other nodes are
     */
    default void watch(DatabaseEntry entry, ChangeListener listener) {}

    /** Returns a setting that {@link #putSetting} stored. */
    Optional<Setting> setting(String name);

    /** Stores a setting under a higher number than all settings before it, and returns that. */
    Setting putSetting(String name, byte[] value);

    /**
     * Returns a number that is another one once another node created or deleted a database or stored a setting: what is
     * remembered of either is good as long as it stays. Asked with many requests, so it must cost nothing. It never
     * changes where one process has the engine to itself.
     */
    default long foreignChanges() {
        return 0;
    }

    /**
     * Hears now what other nodes changed: {@link #foreignChanges} and {@link #accessList} tell afterwards of all that
     * was acknowledged before this call. Callers that come at once share one question to the engine, and one is asked
     * at a time, so strangers may cause it. It does nothing where one process has the engine to itself.
     *
     * @throws StorageUnreachableException if the engine does not say
     */
    default void refresh() {}

    /**
     * Runs {@code next} each time that this node has heard of the others, on a thread that must not be held up: what
     * {@link #foreignChanges} tells of can be read then. One at most; never where one process has the engine to itself.
     */
    default void whenHeard(Runnable next) {}

    /** Returns the highest number that a counter may reach, as each {@link Storage#ceiling} says it. */
    default long ceiling() {
        return Reservation.CEILING_JS_SAFE;
    }

    /** Returns what <em>acknowledged</em> means here. */
    StoreClass storeClass();

    /** Returns why this node serves no more, where it is fenced. */
    default String whyFenced() {
        return "Another server has taken the place of this node, which serves no more: ask that one, and restart this.";
    }

    /** Returns how the engine stands to this node. Asked with every request, so it must cost nothing. */
    default EngineState state() {
        return EngineState.SERVING;
    }

    /**
     * Returns whether it answered, and took a write, when it was asked last, which is seconds ago at most. Costs
     * nothing.
     */
    default boolean answers() {
        return true;
    }

    /**
     * Returns why this node asks nothing of the engine at present, or writes nothing there; empty while it does both.
     * Asked with every request, so it must cost nothing. It never is where one process has the engine to itself.
     */
    default Optional<Outage> outage() {
        return Optional.empty();
    }

    /**
     * Returns the nodes that serve this store together. Asked with every request, so it must cost nothing. It never
     * changes where one process has the engine to itself.
     */
    default Topology topology() {
        return Topology.ALONE;
    }

    /** Returns the tag that this node claimed; empty where no other node could have any. */
    default Optional<NodeTag> claimedTag() {
        return Optional.empty();
    }

    /** Returns what tells the store from all others, where databases of a directory may move into it. */
    default Optional<String> storeId() {
        return Optional.empty();
    }

    /** Returns the access list that all nodes share; empty where the one node has it in its own directory. */
    default Optional<SharedText> accessList() {
        return Optional.empty();
    }

    /** Returns what the numbers of this node's operations follow: no other node draws the same. */
    default long operationsAfter() {
        return 0;
    }

    /** Returns the other node that drew the number of an operation; empty if this one did, or one that is gone. */
    default Optional<Topology.Node> nodeOfOperation(long id) {
        return Optional.empty();
    }

    /** Tells the other nodes that this one serves clients at {@code url} from now on. */
    default void serve(String url) {}

    /**
     * Tells the other nodes that this one is about to stop; returns when they and their clients have had time to hear
     * of it.
     */
    default void leave() {}

    /**
     * Returns the list of databases of this moment, which the caller closes; see {@link Storage#image}.
     *
     * @throws StorageFailedException if the engine copies its data by tools of its own, or cannot now; the message says
     */
    default CatalogImage catalogImage(long logBytesMax) {
        throw copiedByItsOwnTools();
    }

    /** Returns the refusal of an image by an engine that has none. */
    static StorageFailedException copiedByItsOwnTools() {
        return new StorageFailedException("This store is backed up by its own tools, and not by Mintmark: use"
                + " pg_basebackup and an archive of PostgreSQL's log, and put back its newest state.");
    }

    /** Returns whether the list of databases takes no writes until somebody looks. Costs nothing. */
    default boolean listHasFailed() {
        return false;
    }

    /** Returns the total size on disk, in bytes. */
    long sizeBytes();

    /**
     * Returns how many bytes the file system has left that the databases are on; empty if they are another machine's.
     */
    default OptionalLong freeBytes() {
        return OptionalLong.empty();
    }

    /** Returns whether what vouches for the age of the data could be written last; empty if there is no such thing. */
    default Optional<Boolean> witnessWritten() {
        return Optional.empty();
    }

    @Override
    void close();

    /**
     * A time in which the engine is not there for this node.
     *
     * @param kind how it is not
     * @param lasted since the engine answered last
     */
    record Outage(Kind kind, Duration lasted) {
        /** How an engine is not there; each is told by its {@link #text}. */
        public enum Kind {
            /** It says no at once: nobody listens, a login is refused, it starts or stops. */
            REFUSED("refused"),
            /** It says nothing: packets go nowhere, at least in one direction. */
            VANISHED("vanished"),
            /** It can be read and takes no writes. */
            READ_ONLY("read-only"),
            /** It can be read, and a write is not answered in time. */
            SLOW("slow"),
            /** It has no room left: its disk is full, or no connection is free. */
            FULL("full");

            private final String text;

            Kind(String text) {
                this.text = text;
            }

            /** Returns its name in logs and metrics. */
            public String text() {
                return text;
            }

            /** Returns whether not even reads are answered. */
            public boolean isTotal() {
                return this == REFUSED || this == VANISHED;
            }
        }
    }

    /** What becomes of a forgotten database's data. */
    enum Removal {
        /** The data is erased. */
        ERASE,
        /** The data stays where it is, unused. */
        KEEP_FILES
    }
}
