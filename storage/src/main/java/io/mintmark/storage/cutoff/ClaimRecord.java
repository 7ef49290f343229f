package io.mintmark.storage.cutoff;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.ReservedEtags;
import io.mintmark.storage.Setting;
import io.mintmark.support.SharedText;
import java.util.List;
import java.util.Optional;

/**
 * What a node must know to start without its engine, on a disk of its own beside its journal. Writing verbs are durable
 * when they return. Safe for any number of threads.
 *
 * <p><b>Why no etag is drawn twice.</b> A block is kept only once the engine holds it back for the tag: every later
 * claim of the tag begins above its end, also where this node left in order ({@link #outliveClaims}). Within the claim
 * neither lane draws of a block that is kept. So the numbers of a block are drawn by nobody but the processes over this
 * directory, which its lock lets in one after the other. Each of them shows a number only in the answer to a commit of
 * the {@link Journal}, and that very commit raises the block's {@code after} to the number. The next process goes on
 * above it. A number that was drawn and not committed was shown to nobody.
 *
 * <p>What this cannot notice is a directory that was copied, or put back from a backup: it is to be one node's own. A
 * store that was put back from a backup and raised has other lives of its databases, which nothing comes home to.
 */
public interface ClaimRecord extends ReservedEtags {
    /**
     * Under what a node served last.
     *
     * @param store where the store is, without secrets
     * @param storeId tells the store from all others
     * @param tag the node's
     * @param ceiling the highest number of a counter there
     */
    record Identity(String store, String storeId, NodeTag tag, long ceiling) {}

    /** Returns under what the node served last; empty if it never kept that. */
    Optional<Identity> identity();

    /**
     * Keeps under what the node serves now, and the access list in force, together. Everything that was kept of another
     * store, or under another tag, is forgotten with it.
     */
    void keep(Identity identity, SharedText.State access);

    /** Returns the access list that was kept last. */
    SharedText.State access();

    /** Keeps an access list. */
    void keepAccess(SharedText.State access);

    /** Returns a setting of the store that was kept. */
    Optional<Setting> setting(String name);

    /** Keeps a setting of the store. */
    void keepSetting(String name, Setting setting);

    /** Returns the block that is kept for the database of that name; names compare by their key form. */
    Optional<Block> database(String name);

    /** Returns the numbers of the databases for which a block is kept. */
    List<Long> databases();

    /** Forgets the block of a database. */
    void forget(long database);
}
