package io.mintmark.simulation.engine;

import io.mintmark.document.DocumentId;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.index.NodePositions;
import io.mintmark.storage.row.DocumentRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pages of documents in the order of their ids, and of changes in the order of writes, as {@code ChangeReads} does. */
public final class DocumentPages {
    private static final int LIMIT = 5;

    private final Engine engine;
    private final DatabaseRows stored;

    /**
     * A page.
     *
     * @param next where the next page begins, or null after the last one
     */
    public record Page(List<Entry> entries, @Nullable String next, boolean more) {}

    /** A document, which is there or was deleted. */
    public record Entry(String id, boolean isThere) {}

    private record Placed(DatabaseRows.Place place, Entry entry) {}

    /** Reads what {@code stored} has. */
    public DocumentPages(Engine engine, DatabaseRows stored) {
        this.engine = engine;
        this.stored = stored;
    }

    /** Returns documents whose ids begin with {@code prefix}, after the place where another page ended. */
    public Page list(String prefix, @Nullable String after) {
        boolean counts = engine.twin() == Twin.PAGE_BY_OFFSET;
        long skipped = counts && after != null ? Long.parseLong(after) : 0;
        String from = after == null || counts ? prefix : after + '\0';
        List<Entry> all = documents(prefix, from)
                .map(row -> new Entry(row.id().key(), true))
                .toList();
        List<Entry> shown = all.stream().skip(skipped).limit(LIMIT).toList();
        boolean more = all.size() > skipped + LIMIT;
        String last = more ? shown.get(LIMIT - 1).id() : null;
        return new Page(shown, more && counts ? String.valueOf(skipped + LIMIT) : last, more);
    }

    private Stream<DocumentRow> documents(String prefix, String from) {
        return stored.documents.tailMap(from, true).entrySet().stream()
                .takeWhile(each -> each.getKey().startsWith(prefix))
                .map(Map.Entry::getValue);
    }

    /** Returns changes of documents whose ids begin with {@code prefix}, after the place where another page ended. */
    public Page changes(String prefix, @Nullable String position) {
        NodePositions written = written();
        NodePositions reached = NodePositions.parse(position);
        List<Placed> found = new ArrayList<>(documents(prefix, prefix)
                .map(row -> new Placed(
                        new DatabaseRows.Place(row.etag(), numberedBy(row.node())),
                        new Entry(row.id().key(), true)))
                .toList());
        stored.deletions.forEach((place, row) -> found.add(new Placed(
                new DatabaseRows.Place(place.etag(), numberedBy(place.node())),
                new Entry(row.id().key(), false))));
        List<Placed> shown = found.stream()
                .filter(each -> isBetween(each.place(), reached, written))
                .sorted((one, other) -> one.place().compareTo(other.place()))
                .limit(LIMIT)
                .toList();
        DatabaseRows.Place cut =
                shown.size() < LIMIT ? null : shown.get(LIMIT - 1).place();
        NodePositions next = reached(reached, written, cut);
        return new Page(entries(shown), next.text(), !next.covers(written));
    }

    private String numberedBy(String node) {
        return engine.shape() == Shape.SQLITE ? "" : node;
    }

    /** Each writer commits documents in the order of its numbers, and the store says how far it is. */
    private NodePositions written() {
        if (engine.shape() == Shape.SQLITE) {
            return NodePositions.ofOneWriter(stored.etag);
        }
        Map<String, Long> etags = new TreeMap<>();
        stored.lanes.forEach((lane, row) -> {
            if (lane.endsWith("/documents") && row.etag() > 0) {
                etags.put(lane.substring(0, lane.indexOf('/')), row.etag());
            }
        });
        return NodePositions.of(etags);
    }

    private boolean isBetween(DatabaseRows.Place place, NodePositions reached, NodePositions written) {
        long after = isOfOneNumber()
                ? reached.etags().values().stream()
                        .mapToLong(Long::longValue)
                        .max()
                        .orElse(0)
                : reached.of(place.node());
        return place.etag() > after && place.etag() <= written.of(place.node());
    }

    private boolean isOfOneNumber() {
        return engine.twin() == Twin.CHANGES_BY_ONE_NUMBER;
    }

    private NodePositions reached(NodePositions before, NodePositions written, DatabaseRows.@Nullable Place cut) {
        Map<String, Long> reached = new TreeMap<>(before.etags());
        written.etags().forEach((node, etag) -> {
            long until = etag;
            if (cut != null) {
                until = Math.min(etag, node.compareTo(cut.node()) <= 0 ? cut.etag() : cut.etag() - 1);
            }
            long now = Math.max(before.of(node), until);
            if (now > 0) {
                reached.put(node, now);
            }
        });
        return NodePositions.of(reached);
    }

    /** A document that is there again follows its deletion, which another node may have numbered higher. */
    private List<Entry> entries(List<Placed> shown) {
        List<Entry> entries = new ArrayList<>();
        for (Placed each : shown) {
            entries.add(each.entry());
            if (!each.entry().isThere() && stored.hasDocument(each.entry().id())) {
                entries.add(new Entry(DocumentId.of(each.entry().id()).key(), true));
            }
        }
        return entries;
    }
}
