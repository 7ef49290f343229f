package io.mintmark.storage.row;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.index.ArtificialMetadata;
import io.mintmark.storage.index.IndexError;
import io.mintmark.storage.index.IndexReplacedException;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of indexes, as the group of writes under way sees them; see {@link GroupRows}. Used by the writer thread
 * only.
 *
 * <p>Only the node that computes an index commits for it. Its row says which one that is. The group's end changes that
 * row if it is as the work saw it, or undoes the group, so a node that lost the index while it was asleep writes
 * nothing.
 */
public final class GroupIndexRows {
    private final GroupRows rows;
    private final GroupTables tables;
    private final GroupIndexes indexes;
    private final String node;
    private final long epoch;

    /** Shows the indexes beside {@code rows}, whose node writes for its claim {@code epoch}. */
    public GroupIndexRows(GroupRows rows, long epoch) {
        this.rows = rows;
        this.tables = rows.tables;
        this.indexes = tables.indexes();
        this.node = rows.nodeTag().text();
        this.epoch = epoch;
    }

    /**
     * Checks that a commit of an index builds on its last one.
     *
     * @throws IndexReplacedException if it does not, or the index is not in the list
     */
    public void requireNext(long index, IndexWrite write) {
        IndexProgressRow present = indexes.progress().get(index);
        if (present == null || present.progress().commits() != write.builtOn()) {
            long made = present == null ? -1 : present.progress().commits();
            throw new IndexReplacedException(write.builtOn(), made);
        }
        if (!node.equals(present.node()) || epoch != present.epoch()) {
            throw IndexReplacedException.heldBy(present.node() == null ? "nobody" : "node " + present.node());
        }
    }

    /**
     * Returns the keys of those of {@code ids} under which there is a document that no index wrote into
     * {@code collection}: an ordinary one, or one of another collection.
     */
    public Set<String> foreign(String collection, List<DocumentId> ids) {
        CollectionRow own = tables.collections().get(KeyForm.of(collection));
        return ids.stream()
                .filter(id -> isForeign(own, id))
                .map(DocumentId::key)
                .collect(Collectors.toSet());
    }

    /** No document can be in a collection that is not there. */
    private boolean isForeign(@Nullable CollectionRow own, DocumentId id) {
        DocumentRow row = tables.documents().get(id.key());
        if (row == null) {
            return false;
        }
        return own == null
                || row.collection() != own.number()
                || !ArtificialMetadata.is(rows.content(row).metadata());
    }

    /** Changes rows, errors and progress of an index; its outputs are documents like others. */
    public void apply(long index, IndexWrite write) {
        for (Map.Entry<RowKey, byte @Nullable []> row : write.rows().entrySet()) {
            indexes.rows().put(new IndexRowName(index, row.getKey()), row.getValue());
        }
        long part = 0;
        for (IndexError error : write.errors()) {
            int running = indexes.errors().changes().size();
            indexes.errors()
                    .put(running, new IndexErrorRow(index, write.progress().commits(), part++, error));
        }
        IndexProgressRow present = indexes.progress().get(index);
        if (present == null) {
            throw new IllegalStateException("a commit of an index must be judged before it is applied");
        }
        indexes.progress().put(index, present.at(write.progress()));
        rows.madeBy(index);
    }

    /** Returns the version of the list; 0 if there is none. */
    public long listVersion() {
        IndexListRow present = indexes.list().get(GroupIndexes.LIST);
        return present == null ? 0 : present.version();
    }

    /**
     * Stores the list, and forgets what is kept for indexes that are not in it; returns whether it is the first one.
     */
    public boolean putList(byte[] list, Set<Long> numbers) {
        long version = listVersion();
        indexes.list().put(GroupIndexes.LIST, new IndexListRow(version + 1, list, numbers));
        return version == 0;
    }

    /** Forgets the errors of an index. */
    public void forgetErrors(long index) {
        indexes.forgotten().put(index, true);
        List<Integer> added = indexes.errors().changes().entrySet().stream()
                .filter(each ->
                        each.getValue().filter(row -> row.index() == index).isPresent())
                .map(Map.Entry::getKey)
                .toList();
        added.forEach(running -> indexes.errors().put(running, null));
    }
}
