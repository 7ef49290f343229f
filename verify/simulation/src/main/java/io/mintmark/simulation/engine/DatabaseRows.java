package io.mintmark.simulation.engine;

import io.mintmark.counter.NumberSlice;
import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.document.ChangeVectors;
import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DeletionRow;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.RowsOwner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an engine has stored of one life of a database. Rows themselves never change; they are replaced. */
public final class DatabaseRows {
    final int name;
    final String databaseId;
    final Map<String, Counter> counters = new HashMap<>();
    final Map<Long, LeaseRow> leases = new HashMap<>();
    final Map<String, Long> identities = new HashMap<>();
    /** The oldest first. */
    final Map<String, Long> answers = new LinkedHashMap<>();

    final Map<String, CollectionRow> collections = new HashMap<>();
    final TreeMap<String, DocumentRow> documents = new TreeMap<>();
    final TreeMap<Place, DeletionRow> deletions = new TreeMap<>();
    final Map<String, Boolean> brought = new HashMap<>();
    final Map<String, LaneRow> lanes = new HashMap<>();
    /** Transactions whose end nobody knows yet; they hold their rows. */
    final List<InFlight> flights = new ArrayList<>();

    int era;
    long incarnation = 1;
    long firstMax;
    long etag;
    long leaseSerial;
    long forgottenSerial;
    long answersEver;
    long answersForgotten;
    long owner;
    /** When the last group is synced, and shown to readers. */
    long syncedAt;

    /** The number of a write, and the node that numbered it. */
    record Place(long etag, String node) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return etag == other.etag ? node.compareTo(other.node) : Long.compare(etag, other.etag);
        }
    }

    DatabaseRows(int name, String databaseId, int era, long firstMax) {
        this.name = name;
        this.databaseId = databaseId;
        this.era = era;
        this.firstMax = firstMax;
        this.etag = firstMax;
    }

    /** Returns the counter of that key, or null; not to be changed. */
    public @Nullable Counter counter(String key) {
        return counters.get(key);
    }

    DatabaseRows copy() {
        DatabaseRows copy = new DatabaseRows(name, databaseId, era, firstMax);
        copy.counters.putAll(counters);
        copy.leases.putAll(leases);
        copy.identities.putAll(identities);
        copy.answers.putAll(answers);
        copy.collections.putAll(collections);
        copy.documents.putAll(documents);
        copy.deletions.putAll(deletions);
        copy.brought.putAll(brought);
        copy.lanes.putAll(lanes);
        copy.incarnation = incarnation;
        copy.etag = etag;
        copy.leaseSerial = leaseSerial;
        copy.forgottenSerial = forgottenSerial;
        copy.answersEver = answersEver;
        copy.answersForgotten = answersForgotten;
        return copy;
    }

    /** Returns how often its name had been dropped when it was made or put back. */
    public int era() {
        return era;
    }

    /** Returns which name it has. */
    public int name() {
        return name;
    }

    /** Returns when readers see everything that was written up to now. */
    public long syncedAt() {
        return syncedAt;
    }

    /** Returns whether a document is there. */
    public boolean hasDocument(String id) {
        return documents.containsKey(DocumentId.of(id).key());
    }

    /** Returns the version of a document, or null if it is not there. */
    public @Nullable String version(String id) {
        DocumentRow row = documents.get(DocumentId.of(id).key());
        return row == null ? null : ChangeVectors.format(row.node(), row.etag(), databaseId);
    }

    /** Returns the body of a document, or null if it is not there. */
    public byte @Nullable [] body(String id) {
        DocumentRow row = documents.get(DocumentId.of(id).key());
        return row == null ? null : row.written().body();
    }

    /** Returns the ids of all documents. */
    public List<String> documents() {
        return documents.values().stream().map(row -> row.id().text()).toList();
    }

    /** Returns whether no open transaction holds any of these rows. */
    boolean areFree(Collection<?> keys) {
        return flights.isEmpty()
                || flights.stream().noneMatch(flight -> keys.stream().anyMatch(flight::holds));
    }

    /** Forgets so many answers, the oldest ones; returns how many. */
    int forgetAnswers(long count) {
        int forgotten = 0;
        Iterator<String> oldest = answers.keySet().iterator();
        for (; forgotten < count && oldest.hasNext(); forgotten++) {
            String ignored = oldest.next();
            oldest.remove();
        }
        return forgotten;
    }

    boolean isUsed() {
        return !counters.isEmpty() || !documents.isEmpty() || !identities.isEmpty();
    }

    RowsOwner home(NodeTag node) {
        return new RowsOwner(node, databaseId, incarnation, firstMax, NumberSlice.ORDINARY_MAX);
    }

    /** Returns the name of its life. */
    public String life() {
        return RowsOwner.life(databaseId, incarnation);
    }

    /** Moves every number up, as after a restore: whatever was given out since stays unique. */
    void raise(long by) {
        for (Map.Entry<String, Counter> row : counters.entrySet()) {
            Counter raised = row.getValue().copy();
            long ignored = raised.raisedTo(raised.max() + by);
            raised.edited();
            row.setValue(raised);
        }
        identities.replaceAll((key, value) -> value + by);
        etag += by;
        leaseSerial += by;
        forgottenSerial = leaseSerial;
        lanes.replaceAll((key, lane) -> new LaneRow(
                lane.epoch(),
                Math.max(lane.etag(), lane.reserved()) + by,
                lane.serial(),
                lane.groups(),
                lane.reserved()));
    }
}
