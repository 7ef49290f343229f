package io.mintmark.storage.evaluation;

import io.mintmark.RandomBytes;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.index.IndexError;
import io.mintmark.storage.index.IndexOutput;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.row.GroupIndexRows;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.write.DocumentBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a commit of an index comes to: its outputs, its rows and its progress, all of them or nothing.
 *
 * <p>An output does not touch a document under its id that the index did not write, be it ordinary or another index's.
 * It becomes an error of the index instead, which goes on.
 */
public final class IndexWork {
    private IndexWork() {}

    /**
     * Applies all of {@code write}.
     *
     * @throws io.mintmark.storage.index.IndexReplacedException if it does not build on the index's last commit
     */
    public static void commit(
            GroupRows rows, GroupIndexRows indexes, RandomBytes random, long index, IndexWrite write) {
        indexes.requireNext(index, write);
        Set<String> foreign = foreign(indexes, write.outputs());
        List<IndexOutput> free = new ArrayList<>(write.outputs().size());
        List<DocumentCommand> commands = new ArrayList<>(write.outputs().size());
        List<IndexError> errors = new ArrayList<>(write.errors());
        for (IndexOutput output : write.outputs()) {
            if (foreign.contains(output.id().key())) {
                output.subjects().forEach(subject -> errors.add(taken(subject, output.id())));
            } else {
                free.add(output);
                commands.add(output.command());
            }
        }
        IndexWrite allowed = new IndexWrite(write.progress(), write.rows(), free, errors);
        DocumentBatch batch = new DocumentBatch(commands, IdentityPartsSeparator.DEFAULT);
        var unused = BatchWork.run(rows, random, batch, () -> indexes.apply(index, allowed));
    }

    private static Set<String> foreign(GroupIndexRows indexes, List<IndexOutput> outputs) {
        Map<String, List<DocumentId>> byCollection = new HashMap<>();
        outputs.forEach(output -> byCollection
                .computeIfAbsent(output.collection(), any -> new ArrayList<>())
                .add(output.id()));
        Set<String> foreign = new HashSet<>();
        byCollection.forEach((collection, ids) -> foreign.addAll(indexes.foreign(collection, ids)));
        return foreign;
    }

    private static IndexError taken(String subject, DocumentId id) {
        return IndexError.ofReduce(
                subject,
                "The document " + id.text() + " was not written, because one that this index did not write has that id:"
                        + " delete that one, and it is written.");
    }

    /** Stores the list of indexes if it has that version; returns whether it had. */
    public static boolean putList(
            GroupRows rows, GroupIndexRows indexes, long version, byte[] list, Set<Long> numbers) {
        boolean isSame = indexes.listVersion() == version;
        if (isSame) {
            putList(rows, indexes, list, numbers);
        }
        return isSame;
    }

    /** Stores the list of indexes. The first one draws an etag: a database that was never written to has none. */
    public static void putList(GroupRows rows, GroupIndexRows indexes, byte[] list, Set<Long> numbers) {
        AllOrNothing.run(rows, () -> {
            if (indexes.putList(list, numbers)) {
                long ignored = rows.drawEtag();
            }
        });
    }
}
