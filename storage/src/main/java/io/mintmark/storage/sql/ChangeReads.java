package io.mintmark.storage.sql;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.ChangePage;
import io.mintmark.storage.index.ChangedDocument;
import io.mintmark.storage.index.NodePositions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One page of changes: documents that were stored and documents that were deleted, in the order of their numbers.
 *
 * <p><b>Why nothing is skipped.</b> Each writer commits its documents in the order of its numbers, and the store says
 * how far it is. What is up to that number was committed before this was read, so the reads after it see all of it. A
 * page ends, for each node, at such a number or before it; what is committed later is above it, however its number
 * compares with those of other nodes.
 *
 * <p><b>Why a deletion removes no newer document.</b> A document that one node deleted and another one stored again may
 * be read before its deletion. So documents of that id are looked up after the deletions, and follow them on their
 * page.
 *
 * <p>Numbers of several nodes are walked in stretches that grow while they are empty, since most of them may be other
 * nodes'. Used once, by one thread.
 */
final class ChangeReads {
    private static final long STRETCH_MIN = 1_024;
    private static final long STRETCH_MAX = 1L << 20;
    private static final int GROWTH = 8;
    private static final long ALL = 1L << 62;

    private final QueryRunner queries;
    private final SqlFlavour flavour;
    private final EntryRows entries;
    private final int limit;
    private final List<Placed> found = new ArrayList<>();
    /** What is after it is left to the next page; null if nothing is. */
    private @Nullable WritePosition cut;

    /** A change at its place. */
    private record Placed(WritePosition place, ChangedDocument change) {}

    ChangeReads(QueryRunner queries, SqlFlavour flavour, EntryRows entries, int limit) {
        this.queries = queries;
        this.flavour = flavour;
        this.entries = entries;
        this.limit = limit;
    }

    /** Returns the changes after {@code position}. */
    ChangePage page(@Nullable String position) {
        NodePositions written = flavour.written(queries);
        NodePositions reached = NodePositions.parse(position);
        long length = written.isOfOneWriter() ? ALL : Math.max(STRETCH_MIN, (long) GROWTH * limit);
        while (found.isEmpty() && !reached.covers(written)) {
            long end = start(reached, written) + length;
            read(stretch(reached, written, end));
            reached = reached(reached, written, end);
            length = Math.min(STRETCH_MAX, GROWTH * length);
        }
        return new ChangePage(changes(), reached.text(), !reached.covers(written));
    }

    /** Returns after which number the first one is that was not read, of whatever node. */
    private static long start(NodePositions reached, NodePositions written) {
        return written.etags().entrySet().stream()
                .filter(each -> each.getValue() > reached.of(each.getKey()))
                .mapToLong(each -> reached.of(each.getKey()))
                .min()
                .orElse(0);
    }

    private static SqlFlavour.Stretch stretch(NodePositions reached, NodePositions written, long end) {
        SqlFlavour.Stretch stretch = new SqlFlavour.Stretch(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        written.etags().forEach((node, etag) -> {
            long last = Math.min(etag, end);
            if (last > reached.of(node)) {
                stretch.nodes().add(node);
                stretch.after().add(reached.of(node));
                stretch.last().add(last);
            }
        });
        return stretch;
    }

    private void read(SqlFlavour.Stretch stretch) {
        found.addAll(queries.read(flavour.stored(stretch, limit), this::stored));
        found.addAll(queries.read(flavour.deleted(stretch, limit), this::deleted));
        found.sort(Comparator.comparing(Placed::place));
        if (found.size() > limit) {
            cutAt(found.get(limit - 1).place());
        }
        WritePosition last = cut;
        if (last != null) {
            found.removeIf(placed -> placed.place().compareTo(last) > 0);
        }
    }

    private void cutAt(WritePosition place) {
        WritePosition before = cut;
        cut = before == null || place.compareTo(before) < 0 ? place : before;
    }

    private List<Placed> stored(ResultSet rows) throws SQLException {
        List<Placed> stored = new ArrayList<>();
        long bytes = 0;
        while (rows.next()) {
            StoredDocument document = entries.document(rows);
            WritePosition place = new WritePosition(document.etag(), rows.getString(EntryRows.BEHIND));
            stored.add(new Placed(place, changed(document)));
            bytes += document.content().body().length + document.content().metadata().length;
            if (stored.size() == limit || bytes >= flavour.changeBytesMax()) {
                cutAt(place);
                break;
            }
        }
        return stored;
    }

    private static ChangedDocument changed(StoredDocument document) {
        return new ChangedDocument(document.id(), document.content().collection(), document);
    }

    private List<Placed> deleted(ResultSet rows) throws SQLException {
        List<Placed> deleted = new ArrayList<>();
        while (rows.next()) {
            deleted.add(new Placed(
                    new WritePosition(rows.getLong(1), rows.getString(2)),
                    new ChangedDocument(entries.id(rows.getString(3)), rows.getString(4), null)));
        }
        if (deleted.size() == limit) {
            cutAt(deleted.get(limit - 1).place());
        }
        return deleted;
    }

    /**
     * What lies before the cut was read of all: each node was read as far as the cut says, and no further than it is
     * written.
     */
    private NodePositions reached(NodePositions before, NodePositions written, long end) {
        Map<String, Long> reached = new TreeMap<>(before.etags());
        WritePosition last = cut;
        written.etags().forEach((node, etag) -> {
            long until = end;
            if (last != null) {
                until = Math.min(end, node.compareTo(last.node()) <= 0 ? last.etag() : last.etag() - 1);
            }
            long now = Math.max(before.of(node), Math.min(etag, until));
            if (now > 0) {
                reached.put(node, now);
            }
        });
        return NodePositions.of(reached);
    }

    private List<ChangedDocument> changes() {
        Map<String, ChangedDocument> again = storedAgain();
        List<ChangedDocument> changes = new ArrayList<>();
        for (Placed placed : found) {
            changes.add(placed.change());
            ChangedDocument later = again.get(placed.change().id().key());
            if (placed.change().document() == null && later != null) {
                changes.add(later);
            }
        }
        return changes;
    }

    private Map<String, ChangedDocument> storedAgain() {
        List<String> keys = found.stream()
                .map(Placed::change)
                .filter(change -> change.document() == null)
                .map(ChangedDocument::id)
                .map(DocumentId::key)
                .distinct()
                .toList();
        Map<String, ChangedDocument> again = new HashMap<>();
        if (!keys.isEmpty()) {
            flavour.storedAgain(keys)
                    .ifPresent(query -> queries.all(query, entries::document)
                            .forEach(document -> again.put(document.id().key(), changed(document))));
        }
        return again;
    }
}
