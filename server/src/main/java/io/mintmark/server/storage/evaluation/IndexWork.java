package io.mintmark.server.storage.evaluation;

import io.mintmark.RandomBytes;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.index.IndexError;
import io.mintmark.server.storage.index.IndexWrite;
import io.mintmark.server.storage.write.DocumentBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a commit of an index comes to: its outputs, its rows and its progress, all of them or nothing.
 *
 * <p>An output does not touch a document that somebody stored under its id. It becomes an error of the index instead, which goes on.
 */
public final class IndexWork {
    private IndexWork() {}

    /**
     * Applies all of {@code write}.
     *
     * @throws io.mintmark.server.storage.index.IndexReplacedException if it does not build on the index's last commit
     */
    public static void commit(Rows rows, IndexRows indexes, RandomBytes random, long index, IndexWrite write) {
        indexes.requireNext(index, write);
        List<DocumentCommand> free = new ArrayList<>(write.outputs().size());
        List<IndexError> errors = new ArrayList<>(write.errors());
        Set<String> ordinary =
                indexes.ordinary(write.outputs().stream().map(IndexWork::id).toList());
        for (DocumentCommand output : write.outputs()) {
            if (ordinary.contains(id(output).key())) {
                errors.add(taken(id(output)));
            } else {
                free.add(output);
            }
        }
        IndexWrite allowed = new IndexWrite(write.progress(), write.rows(), free, errors);
        DocumentBatch batch = new DocumentBatch(free, IdentityPartsSeparator.DEFAULT);
        var unused = BatchWork.run(rows, random, batch, () -> indexes.apply(index, allowed));
    }

    static DocumentId id(DocumentCommand output) {
        return output instanceof DocumentCommand.Put put
                ? ((IdTemplate.Semantic) put.id()).id()
                : ((DocumentCommand.Delete) output).id();
    }

    private static IndexError taken(DocumentId id) {
        return IndexError.ofReduce(
                id.text(),
                "The document " + id.text() + " was not written, because somebody stored an ordinary one under that id:"
                        + " delete it, then reset the index.");
    }

    /** Stores the list of indexes if it has that version; returns whether it had. */
    public static boolean putList(Rows rows, IndexRows indexes, long version, byte[] list, Set<Long> numbers) {
        boolean isSame = indexes.listVersion() == version;
        if (isSame) {
            putList(rows, indexes, list, numbers);
        }
        return isSame;
    }

    /** Stores the list of indexes. The first one draws an etag: a database that was never written to has none. */
    public static void putList(Rows rows, IndexRows indexes, byte[] list, Set<Long> numbers) {
        rows.mark();
        try {
            if (indexes.putList(list, numbers)) {
                long ignored = rows.drawEtag();
            }
        } catch (EngineException | GroupUndoneException doomed) {
            throw doomed;
        } catch (RuntimeException refused) {
            rows.undo();
            throw refused;
        }
        rows.release();
    }
}
