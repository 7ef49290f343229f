package io.mintmark.storage.row;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.document.ChangeVectors;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.document.DocumentContent;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one database, as the group of writes under way sees them: what is stored, what the group made of that,
 * and an undo log. What one piece of work changed, the next one reads. Used by the writer thread only.
 *
 * <p>Rows are changed in memory; the engine writes what changed, at the group's commit at the latest. Whatever a verb
 * throws refuses the piece of work that called it, but for an engine's own failures: they doom or undo the whole group,
 * and nothing is asked of its rows after that.
 */
public class GroupRows extends GroupCounterRows {
    private final GroupChanges changes;
    private final Map<Long, String> collectionNames = new HashMap<>();
    private Instant now = Instant.EPOCH;
    /** The highest number of a collection, once it was asked for. */
    private @Nullable Long lastCollection;
    /** Whether undoing the present piece of work would not undo all of it. */
    private boolean beganToWrite;

    /** Shows {@code tables} of the database {@code home}, and notes what changes of its documents. */
    public GroupRows(RowsOwner home, GroupTables tables, RowSource source, GroupChanges changes) {
        super(home, tables, source);
        this.changes = changes;
    }

    /** Begins a group that draws from {@code etags} and {@code serials}. */
    public void begin(Instant time, LongSupplier etags, LeaseSerials serials) {
        begin(etags, serials);
        now = time;
        lastCollection = null;
        beganToWrite = false;
        collectionNames.clear();
        tables.undo().release();
    }

    /** From here on {@link #undo} goes back to the present state. */
    public void mark() {
        versionCounters();
        changes.mark();
        tables.undo().mark();
        beganToWrite = false;
    }

    /** Keeps what was done since the mark. */
    public void release() {
        tables.undo().release();
        source.released();
    }

    /** Forgets what was done since the mark, but for the numbers that were drawn. */
    public void undo() {
        if (beganToWrite) {
            throw source.cannotUndo();
        }
        tables.undo().undo();
        forgetWork();
        changes.undo();
    }

    /** Takes note that {@code index} made all changes since the mark. */
    final void madeBy(long index) {
        changes.madeBy(index);
    }

    /** Returns the tag of the node that writes. */
    public NodeTag nodeTag() {
        return home.node();
    }

    @Override
    public Instant now() {
        return now;
    }

    /** Returns the change vector of a version. */
    public String changeVector(String node, long etag) {
        return ChangeVectors.format(node, etag, home.databaseId());
    }

    /** Returns the number of the collection of that name, which is new if need be. */
    public long collection(String name) {
        String key = KeyForm.of(name);
        CollectionRow found = tables.collections().get(key);
        if (found == null) {
            found = new CollectionRow(nextCollection(), name);
            tables.collections().put(key, found);
        }
        collectionNames.put(found.number(), found.name());
        return found.number();
    }

    private long nextCollection() {
        Long last = lastCollection;
        long before = last == null ? source.lastCollection() : last;
        lastCollection = before + 1;
        tables.undo().note(() -> lastCollection = before);
        return before + 1;
    }

    /** Returns the name of a collection, as its first document spelt it. */
    public String collectionName(long number) {
        return collectionNames.computeIfAbsent(number, source::collectionName);
    }

    /** Takes note that a collection has so many documents more, or fewer. */
    public void count(long collection, int change) {
        count(collection, change, 0);
    }

    private void count(long collection, int documents, long bytes) {
        Tally before = tables.tallies().get(collection);
        tables.tallies().put(collection, (before == null ? Tally.NONE : before).plus(documents, bytes));
    }

    /**
     * Takes note that a document came home whose version is older than what readers of this node's writes have seen: it
     * is told by an etag of its own, which the version does not show.
     */
    public void noteHome(DocumentId id, long collection, String changeVector) {
        tables.deletions().put(drawEtag(), new DeletionRow(id, collection, changeVector));
        String name = collectionName(collection);
        changes.note(() -> new DocumentChange(DocumentChange.Kind.PUT, id.text(), name, changeVector));
    }

    /** Returns whether a document of that version came home before, whatever became of it since. */
    public boolean isBrought(String changeVector) {
        return tables.brought().get(changeVector) != null;
    }

    /** Remembers that a document of that version came home, until its journal confirms that. */
    public void brought(String changeVector) {
        tables.brought().put(changeVector, true);
    }

    /** Forgets that a document of that version came home, since nothing brings it again. */
    public void confirmed(String changeVector) {
        if (isBrought(changeVector)) {
            tables.brought().put(changeVector, null);
        }
    }

    /** Returns what is known of a document, or null if there is none. */
    public @Nullable DocumentRow document(DocumentId id) {
        return tables.documents().get(id.key());
    }

    /** Returns whether a document has this content. */
    public boolean isSame(DocumentRow present, DocumentContent wanted) {
        return content(present).isSameAs(wanted);
    }

    final DocumentContent content(DocumentRow row) {
        DocumentContent content = row.content();
        return content == null ? source.content(row) : content;
    }

    /**
     * Adds a document if it costs nothing to learn that there is none, and returns whether it did; otherwise nothing is
     * known and nothing changed.
     */
    public boolean addIfSurelyNew(DocumentRow row) {
        String key = row.id().key();
        boolean added = !tables.documents().knows(key) && source.addIfNew(row);
        if (added) {
            tables.undo().note(() -> {
                source.takeBack(row);
                tables.documents().forget(key);
            });
        }
        return added;
    }

    /** Adds a document that is not there. */
    public void add(DocumentRow row) {
        tables.documents().put(row.id().key(), row);
        count(row.collection(), 0, row.bytes());
        if (source.added(row)) {
            beganToWrite = true;
        }
    }

    /** Stores a document in the place of the version that is there. */
    public void replace(DocumentRow present, DocumentRow row) {
        count(present.collection(), 0, -present.bytes());
        add(row);
    }

    /** Removes the version that is there. */
    public void remove(DocumentId id, DocumentRow present) {
        count(present.collection(), 0, -present.bytes());
        tables.documents().put(id.key(), null);
    }

    @Override
    public void note(DocumentChange.Kind kind, DocumentId id, long collection, long etag) {
        if (kind == DocumentChange.Kind.DELETE) {
            tables.deletions().put(etag, new DeletionRow(id, collection, null));
        }
        String name = collectionName(collection);
        changes.note(() -> new DocumentChange(
                kind, id.text(), name, changeVector(home.node().text(), etag)));
    }
}
