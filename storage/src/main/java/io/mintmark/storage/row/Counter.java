package io.mintmark.storage.row;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.write.HiLoDocument;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One HiLo counter while a writer works on it: the number itself, its latest lease, and the document that shows it.
 *
 * <p>Mutable on purpose: requests for one counter that wait together change it in memory and are written once.
 */
public final class Counter {
    private static final byte[] EMPTY_OBJECT = {'{', '}'};
    private static final byte[] USUAL_METADATA = HiLoDocument.metadata();

    private final String key;
    private long number;

    private long max;
    private long highestEnd;
    private long aheadEnd;
    private long epoch;
    private @Nullable OpenLease latest;

    private boolean shown;
    private DocumentId id;
    private long collection;
    private byte[] metadata = EMPTY_OBJECT;
    private byte[] body = EMPTY_OBJECT;

    private long etag;
    private String node;
    private Instant modified = Instant.EPOCH;

    /** What the row holds of the document, or null before it is known. */
    private @Nullable StoredDocumentPart stored;

    /** The columns that only an edit changes; told apart by identity, so a difference is never overlooked. */
    private record StoredDocumentPart(DocumentId id, long collection, byte[] metadata, byte[] body) {}

    /** Creates a counter that stands at 0 and has no row yet. */
    public Counter(DocumentId id, String node, long collection) {
        this.key = id.key();
        this.id = id;
        this.node = node;
        this.collection = collection;
    }

    /** Returns another counter in the same state, for engines that undo by going back to the old one. */
    public Counter copy() {
        Counter copy = new Counter(id, node, collection);
        copy.number = number;
        copy.restorePosition(max, highestEnd, epoch, latest);
        copy.aheadEnd = aheadEnd;
        copy.shown = shown;
        copy.metadata = metadata;
        copy.body = body;
        copy.restoreVersion(etag, modified);
        copy.stored = stored;
        return copy;
    }

    /** Sets the number by which an engine finds the row, once there is one. */
    public void assignNumber(long number) {
        this.number = number;
    }

    /** Sets where it stands, from a row. */
    public void restorePosition(long max, long highestEnd, long epoch, @Nullable OpenLease latest) {
        this.max = max;
        this.highestEnd = highestEnd;
        this.epoch = epoch;
        this.latest = latest;
    }

    /** Sets what {@link #aheadEnd} returns, from a row. */
    public void restoreAhead(long end) {
        this.aheadEnd = end;
    }

    /** Sets the document that shows it, from a row. */
    public void restoreDocument(boolean shown, byte[] metadata, byte[] body) {
        this.shown = shown;
        this.metadata = shared(metadata, USUAL_METADATA);
        this.body = shared(body, EMPTY_OBJECT);
    }

    /** Returns the one that others hold as well, if it is the same: nearly all are, and a cache holds many. */
    private static byte[] shared(byte[] read, byte[] usual) {
        return Arrays.equals(read, usual) ? usual : read;
    }

    /** Sets the version of that document. */
    public void restoreVersion(long etag, Instant modified) {
        this.etag = etag;
        this.modified = modified;
    }

    /** Takes note that the row holds everything of this counter. */
    public void stored() {
        if (isDocumentChanged()) {
            stored = new StoredDocumentPart(id, collection, metadata, body);
        }
    }

    /** Returns whether the row may differ in what only an edit changes. */
    public boolean isDocumentChanged() {
        StoredDocumentPart row = stored;
        return row == null
                || row.id != id
                || row.collection != collection
                || row.metadata != metadata
                || row.body != body;
    }

    /** Takes note of an edit: holders of an older lease or epoch are fenced. */
    public void edited() {
        epoch++;
        latest = null;
    }

    /** Moves the counter to the end of a new lease. */
    public void reserved(OpenLease lease) {
        latest = lease;
        max = lease.high();
        highestEnd = Math.max(highestEnd, max);
    }

    /**
     * Moves the counter to the end of numbers that a node reserved for itself: no message of a client moves it back
     * over them.
     */
    public void reservedAhead(long high) {
        latest = null;
        max = high;
        highestEnd = Math.max(highestEnd, max);
        aheadEnd = Math.max(aheadEnd, max);
    }

    /** Moves the counter back to the last number that a returned lease issued. */
    public void returned(long lastIssued, @Nullable OpenLease nowLatest) {
        max = lastIssued;
        latest = nowLatest;
    }

    /** Moves the counter up without a lease; returns what its later ranges begin above. */
    public long raisedTo(long atLeast) {
        if (atLeast > max) {
            max = atLeast;
            highestEnd = Math.max(highestEnd, max);
            edited();
        }
        return max;
    }

    /** Shows the counter, or hides it until the next reservation. */
    public void show(boolean shown) {
        this.shown = shown;
    }

    /** Changes the document as a client wrote it. */
    public void rewritten(DocumentId id, long collection, byte[] metadata, byte[] otherMembers) {
        this.id = id;
        this.collection = collection;
        this.metadata = metadata;
        this.body = otherMembers;
    }

    /** Makes the document what it is where no client edited it. */
    public void becomesUsual(long collection) {
        this.collection = collection;
        this.metadata = USUAL_METADATA;
        this.body = EMPTY_OBJECT;
    }

    /** Takes note of who wrote it, and when. */
    public void writtenBy(String node, Instant now) {
        this.node = node;
        this.modified = now;
    }

    /** Sets the number of a new version. */
    public void assignEtag(long newEtag) {
        etag = newEtag;
    }

    /** Returns the key form of the document's id. */
    public String key() {
        return key;
    }

    /** Returns the number by which an engine finds the row, or 0 before there is one. */
    public long number() {
        return number;
    }

    /** Returns what later ranges begin above. */
    public long max() {
        return max;
    }

    /** Returns the highest end that was ever reserved, also of ranges that went back. */
    public long highestEnd() {
        return highestEnd;
    }

    /** Returns the highest number that a node ever reserved ahead, also of those that went back; 0 if none did. */
    public long aheadEnd() {
        return aheadEnd;
    }

    /**
     * Returns whether it may stand at the end of numbers that a node reserved ahead and may give back. Only the highest
     * of such ends is known: the counter stands at a lower one once what lay above that came back.
     */
    public boolean mayBeAtNumbersAhead() {
        return aheadEnd > 0 && max <= aheadEnd;
    }

    /** Returns how often it was edited. */
    public long epoch() {
        return epoch;
    }

    /** Returns the latest lease, if it is open and remembered. */
    public @Nullable OpenLease latest() {
        return latest;
    }

    /** Returns whether its document can be read. */
    public boolean isShown() {
        return shown;
    }

    /** Returns the document's id, in the spelling of its latest writer. */
    public DocumentId id() {
        return id;
    }

    /** Returns the number of the document's collection. */
    public long collection() {
        return collection;
    }

    /** Returns the document's metadata; not to be changed. */
    public byte[] metadata() {
        return metadata;
    }

    /** Returns the document's members other than {@code Max}; not to be changed. */
    public byte[] body() {
        return body;
    }

    /** Returns the number of the document's version. */
    public long etag() {
        return etag;
    }

    /** Returns the tag of the node that wrote it last. */
    public String node() {
        return node;
    }

    /** Returns when it was written last. */
    public Instant modified() {
        return modified;
    }
}
