package io.mintmark.storage.cutoff;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.StorageReads.Journaled;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Documents that a node took while it was cut off, on a disk of its own until its engine has them; and those that could
 * not come home, until somebody decides. Safe for any number of threads.
 *
 * <p>Holds: a batch is there as a whole or not at all, and on stable storage when it is settled; what was settled is
 * found after any crash; ids are unique within a life of a database. A document is there once at least until
 * {@link #settle} says otherwise.
 */
public interface Journal extends AutoCloseable {

    /**
     * Where databases are.
     *
     * @param id tells the store from all others
     * @param place where it is, without secrets
     */
    record Store(String id, String place) {}

    /**
     * A database in one of its lives.
     *
     * @param name its name
     * @param life as {@link io.mintmark.storage.Storage#life} has it
     */
    record Home(String name, String life) {}

    /**
     * A document on its way home.
     *
     * @param number its place in the order in which they were taken; never used again
     * @param home where it belongs
     * @param document as it was acknowledged
     */
    record Entry(long number, Home home, StoredDocument document) {}

    /**
     * A document that did not come home.
     *
     * @param entry what it was
     * @param reason why it did not, for people
     * @param moment when that was found
     */
    record SetAside(Entry entry, String reason, Instant moment) {}

    /**
     * A document that is to be kept.
     *
     * @param document as it is going to be acknowledged
     * @param mustBeNew whether an equal one of that id, which is there already, is none too
     */
    record Creation(StoredDocument document, boolean mustBeNew) {}

    /**
     * Takes note of the store that documents are taken for from now on. Another one has none of their databases, so
     * each document would be set aside there.
     *
     * @throws io.mintmark.MintmarkException if documents are on their way to another one
     */
    void serve(Store store);

    /**
     * Takes documents of one batch, all or none. The answer has what is kept for each: the document itself, or an equal
     * one of that id that was there. It refuses, with {@link io.mintmark.storage.StorageUnreachableException}, what
     * would change a document that is there, or does not fit; and with
     * {@link io.mintmark.storage.document.ConcurrencyException} one that must be new and is not.
     */
    Pending<List<StoredDocument>> append(Home home, List<Creation> creations, Party party);

    /**
     * Refuses, as {@link #append} would, documents for which there is no room, or since nothing is taken any more. It
     * costs nothing while there is room for all.
     */
    default void requireRoom(Home home, List<DocumentCommand.Put> puts) {}

    /** Returns whether nothing is on its way home. Asked with every request, so it costs nothing. */
    boolean isEmpty();

    /** Returns how much there is. Costs nothing. */
    Fill fill();

    /** Returns whether it takes nothing more until it is opened again, since its disk failed. Costs nothing. */
    default boolean hasFailed() {
        return false;
    }

    /**
     * How much there is.
     *
     * @param entries documents on their way home
     * @param setAside documents that did not come home
     * @param bytes of both
     * @param bytesMax how many it takes
     */
    record Fill(long entries, long setAside, long bytes, long bytesMax) {}

    /** Returns a document on its way home. */
    Optional<StoredDocument> find(Home home, DocumentId id);

    /** Returns the databases that something is on its way to, the oldest document's first. */
    List<Home> homes();

    /**
     * Returns the oldest documents on their way to a database behind the entry {@code after}, in their order;
     * {@code limit} at most, and fewer if they are large.
     */
    List<Entry> oldest(Home home, long after, int limit);

    /** Returns what {@link #oldest} does without the contents, {@code limit} at most. */
    List<Journaled> listed(Home home, long after, int limit);

    /** Removes documents that are home, and sets others aside, together; durable when it returns. */
    void settle(List<Entry> home, List<SetAside> aside);

    /** Returns what is on its way home behind the entry {@code after}, {@code limit} at most. */
    List<Entry> entries(long after, int limit);

    /** Returns what was set aside behind the entry {@code after}, {@code limit} at most. */
    List<SetAside> setAside(long after, int limit);

    /** Forgets a document that was set aside; returns whether there was one of that number. Durable when it returns. */
    boolean drop(long number);

    /**
     * Sends a document that was set aside on its way again, under an id that may be another one, but not a HiLo
     * document's; returns whether there was one of that number. Durable when it returns.
     */
    boolean again(long number, DocumentId id);

    /**
     * Returns what the node must know to start without its engine. A batch of {@link #append} raises what is on record
     * of its etags, in the same commit.
     */
    ClaimRecord claim();

    /** Notices what another process changed. */
    void refresh();

    /** Finishes what was accepted, then closes. */
    @Override
    void close();
}
