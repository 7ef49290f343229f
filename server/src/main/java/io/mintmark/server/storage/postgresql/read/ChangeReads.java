package io.mintmark.server.storage.postgresql.read;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.index.ChangePage;
import io.mintmark.server.storage.index.ChangedDocument;
import io.mintmark.server.storage.index.NodePositions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One page of changes of all nodes.
 *
 * <p><b>Why nothing is skipped.</b> A node commits its documents in the order of its numbers, and its row says how far it is. What is
 * up to that number was committed before the row was read, so the reads after it see all of it. A page ends, for each node, at such a
 * number or before it; what a node commits later is above it, however its number compares with those of other nodes.
 *
 * <p><b>Why a deletion removes no newer document.</b> A document that one node deleted and another one stored again may be read before
 * its deletion. So documents of that id are looked up after the deletions, and follow them on their page.
 *
 * <p>Numbers are walked in stretches that grow while they are empty, since most of them may be other nodes'. Used once, by one thread.
 */
final class ChangeReads {
    /** A page stops after this many bytes of documents. */
    private static final long BYTES_MAX = 1L << 20;

    private static final long STRETCH_MIN = 1_024;
    private static final long STRETCH_MAX = 1L << 20;
    private static final int GROWTH = 8;

    private static final String LANES =
            "SELECT node, etag FROM node_state WHERE database = ? AND lane = 'documents' AND etag > 0";

    private static final String LANE = "unnest(?::text[], ?::bigint[], ?::bigint[]) AS lane (node, after, last)";
    private static final String IN_LANE =
            "WHERE d.database = ? AND d.etag > lane.after AND d.etag <= lane.last AND d.node = lane.node"
                    + " ORDER BY d.etag LIMIT ?";
    private static final String STORED = EntrySql.documents("SELECT l.*,"
                    + " coalesce(sum(octet_length(metadata) + octet_length(body)) OVER (ORDER BY etag, node"
                    + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before FROM (SELECT d.*, -1::bigint AS max FROM "
                    + LANE + " CROSS JOIN LATERAL (SELECT * FROM document d " + IN_LANE
                    + ") d ORDER BY d.etag, d.node LIMIT ?) l")
            + " WHERE e.before < ? ORDER BY e.etag, e.node";
    private static final String DELETED = "SELECT d.etag, d.node, d.id, c.name FROM " + LANE
            + " CROSS JOIN LATERAL (SELECT * FROM deletion d " + IN_LANE
            + ") d JOIN collection c ON c.database = d.database AND c.number = d.collection"
            + " ORDER BY d.etag, d.node LIMIT ?";

    private final ReadConnections connections;
    private final ReadConnections.Mapping<StoredDocument> documents;
    private final long database;
    private final int limit;
    private final List<Placed> found = new ArrayList<>();
    /** What is after it is left to the next page; null if nothing is. */
    private @Nullable WritePosition cut;

    /** A change at its place. */
    private record Placed(WritePosition place, ChangedDocument change) {}

    /** A stretch of numbers of each node. */
    private record Stretch(String[] nodes, Long[] after, Long[] last) {}

    ChangeReads(
            ReadConnections connections, ReadConnections.Mapping<StoredDocument> documents, long database, int limit) {
        this.connections = connections;
        this.documents = documents;
        this.database = database;
        this.limit = limit;
    }

    /** Returns up to which number each node has written documents. */
    static NodePositions written(ReadConnections connections, long database) {
        Map<String, Long> written = new HashMap<>();
        connections.all(LANES, row -> written.put(row.getString(1), row.getLong(2)), database);
        return NodePositions.of(written);
    }

    /** Returns the changes after {@code position}. */
    ChangePage page(@Nullable String position) {
        NodePositions written = written(connections, database);
        NodePositions reached = NodePositions.parse(position);
        long length = Math.max(STRETCH_MIN, (long) GROWTH * limit);
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

    private static Stretch stretch(NodePositions reached, NodePositions written, long end) {
        List<String> nodes = new ArrayList<>();
        List<Long> after = new ArrayList<>();
        List<Long> last = new ArrayList<>();
        written.etags().forEach((node, etag) -> {
            long until = Math.min(etag, end);
            if (until > reached.of(node)) {
                nodes.add(node);
                after.add(reached.of(node));
                last.add(until);
            }
        });
        return new Stretch(nodes.toArray(String[]::new), after.toArray(Long[]::new), last.toArray(Long[]::new));
    }

    private void read(Stretch stretch) {
        readStored(stretch);
        readDeleted(stretch);
        found.sort(Comparator.comparing(Placed::place, ChangeReads::compare));
        if (found.size() > limit) {
            cutAt(found.get(limit - 1).place());
        }
        WritePosition last = cut;
        if (last != null) {
            found.removeIf(placed -> compare(placed.place(), last) > 0);
        }
    }

    private static int compare(WritePosition one, WritePosition other) {
        int byEtag = Long.compare(one.etag(), other.etag());
        return byEtag == 0 ? one.node().compareTo(other.node()) : byEtag;
    }

    private void cutAt(WritePosition place) {
        WritePosition before = cut;
        cut = before == null || compare(place, before) < 0 ? place : before;
    }

    private void readStored(Stretch stretch) {
        List<Placed> stored = connections.all(
                STORED,
                row -> {
                    StoredDocument document = documents.of(row);
                    return new Placed(
                            new WritePosition(document.etag(), row.getString(EntrySql.NODE)),
                            new ChangedDocument(
                                    document.id(), document.content().collection(), document));
                },
                stretch.nodes(),
                stretch.after(),
                stretch.last(),
                database,
                (long) limit,
                (long) limit,
                BYTES_MAX);
        if (stored.size() == limit || bytes(stored) >= BYTES_MAX) {
            cutAt(stored.get(stored.size() - 1).place());
        }
        found.addAll(stored);
    }

    private static long bytes(List<Placed> stored) {
        long bytes = 0;
        for (Placed each : stored) {
            StoredDocument document = each.change().document();
            bytes += document == null
                    ? 0
                    : document.content().body().length + document.content().metadata().length;
        }
        return bytes;
    }

    private void readDeleted(Stretch stretch) {
        List<Placed> deleted = connections.all(
                DELETED,
                row -> new Placed(
                        new WritePosition(row.getLong(1), row.getString(2)),
                        new ChangedDocument(PostgresReads.id(row.getString(3)), row.getString(4), null)),
                stretch.nodes(),
                stretch.after(),
                stretch.last(),
                database,
                (long) limit,
                (long) limit);
        if (deleted.size() == limit) {
            cutAt(deleted.get(limit - 1).place());
        }
        found.addAll(deleted);
    }

    /** What lies before the cut was read of all nodes: each has read as far as the cut says, and no further than it has written. */
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
        String[] keys = found.stream()
                .map(Placed::change)
                .filter(change -> change.document() == null)
                .map(ChangedDocument::id)
                .map(DocumentId::key)
                .distinct()
                .toArray(String[]::new);
        Map<String, ChangedDocument> again = new HashMap<>();
        if (keys.length > 0) {
            connections
                    .all(EntrySql.SEVERAL_DOCUMENTS, documents, database, keys)
                    .forEach(document -> {
                        ChangedDocument change = new ChangedDocument(
                                document.id(), document.content().collection(), document);
                        again.put(document.id().key(), change);
                    });
        }
        return again;
    }
}
