package io.mintmark.indexes.reduce;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.ChangePage;
import io.mintmark.storage.index.ChangedDocument;
import io.mintmark.storage.index.DocumentChanges;
import io.mintmark.storage.index.IndexOutput;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Documents in memory, and the stream of their changes; deletions stay in it. */
final class MemoryDatabase implements DocumentChanges {
    private final TreeMap<Long, ChangedDocument> log = new TreeMap<>();
    private final Map<String, Long> latest = new HashMap<>();
    private long etag;

    synchronized void put(String id, String collection, String body) {
        put(DocumentId.of(id), new DocumentContent(collection, body.getBytes(StandardCharsets.UTF_8), new byte[0]));
    }

    private void put(DocumentId id, DocumentContent content) {
        etag++;
        StoredDocument stored = new StoredDocument(id, content, "A:" + etag, etag, Instant.EPOCH);
        note(id, new ChangedDocument(id, content.collection(), stored));
    }

    synchronized void delete(String id) {
        DocumentId gone = DocumentId.of(id);
        Long present = latest.get(gone.key());
        if (present != null) {
            etag++;
            note(gone, new ChangedDocument(gone, at(present).collection(), null));
            latest.remove(gone.key());
        }
    }

    private void note(DocumentId id, ChangedDocument change) {
        Long before = latest.put(id.key(), etag);
        if (before != null) {
            log.remove(before);
        }
        log.put(etag, change);
    }

    /** Does what an index asks for, as the database's writer would. */
    synchronized void apply(List<IndexOutput> outputs) {
        for (IndexOutput output : outputs) {
            DocumentCommand command = output.command();
            if (command instanceof DocumentCommand.Put put) {
                put(((IdTemplate.Semantic) put.id()).id(), put.content());
            } else if (command instanceof DocumentCommand.Delete delete) {
                delete(delete.id().text());
            }
        }
    }

    /** Returns the bodies of a collection's documents, by id. */
    synchronized SortedMap<String, String> documents(String collection) {
        SortedMap<String, String> documents = new TreeMap<>();
        for (long at : latest.values()) {
            ChangedDocument change = at(at);
            if (change.collection().equals(collection)) {
                documents.put(
                        change.id().text(),
                        new String(
                                Objects.requireNonNull(change.document())
                                        .content()
                                        .body(),
                                StandardCharsets.UTF_8));
            }
        }
        return documents;
    }

    private ChangedDocument at(long etag) {
        return Objects.requireNonNull(log.get(etag));
    }

    @Override
    public synchronized ChangePage after(@Nullable String position, int limit) {
        long from = position == null ? 0 : Long.parseLong(position);
        List<ChangedDocument> changes = new ArrayList<>();
        long to = from;
        for (Map.Entry<Long, ChangedDocument> change : log.tailMap(from, false).entrySet()) {
            if (changes.size() == limit) {
                break;
            }
            changes.add(change.getValue());
            to = change.getKey();
        }
        boolean more = log.higherKey(to) != null;
        return new ChangePage(changes, to == from ? position : Long.toString(to), more);
    }
}
