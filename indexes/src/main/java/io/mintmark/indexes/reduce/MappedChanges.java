package io.mintmark.indexes.reduce;

import io.mintmark.document.KeyForm;
import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.ChangedDocument;
import io.mintmark.storage.index.IndexError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What changed documents contribute, by the key forms of their ids: nothing if they are gone, are of no interest, or
 * failed. The documents themselves are kept no longer than they are mapped. Used by one thread.
 */
final class MappedChanges {
    private final Mapping mapping;
    private final Map<String, List<MapEntry>> entries = new LinkedHashMap<>();
    private final Map<String, IndexError> errors = new LinkedHashMap<>();
    private long chars;

    MappedChanges(Mapping mapping) {
        this.mapping = mapping;
    }

    /** Maps changes that are newer than those before. */
    void add(List<ChangedDocument> changes) {
        List<String> keys = new ArrayList<>();
        List<SourceDocument> sources = new ArrayList<>();
        relevant(changes).forEach((key, change) -> {
            entries.put(key, List.of());
            errors.remove(key);
            StoredDocument document = change.document();
            if (document != null && mapping.reads(KeyForm.of(change.collection()))) {
                keys.add(key);
                sources.add(new SourceDocument(change.collection(), document));
            }
        });
        List<Mapping.Mapped> mapped = sources.isEmpty() ? List.of() : map(sources);
        for (int i = 0; i < keys.size(); i++) {
            take(keys.get(i), sources.get(i), mapped.get(i));
        }
    }

    /** One document that is too much by itself contributes nothing, and others go on. */
    private List<Mapping.Mapped> map(List<SourceDocument> sources) {
        try {
            return mapping.map(sources);
        } catch (BatchTooLargeException tooLarge) {
            if (sources.size() > 1) {
                throw tooLarge;
            }
            return List.of(new Mapping.Mapped.Failed(EvaluationException.reason(tooLarge)));
        }
    }

    /** The latest state of each document that is, or was, in a collection of this index. */
    private Map<String, ChangedDocument> relevant(List<ChangedDocument> changes) {
        Map<String, ChangedDocument> relevant = new LinkedHashMap<>();
        for (ChangedDocument change : changes) {
            String key = change.id().key();
            if (entries.containsKey(key)
                    || relevant.containsKey(key)
                    || mapping.reads(KeyForm.of(change.collection()))) {
                relevant.put(key, change);
            }
        }
        return relevant;
    }

    private void take(String key, SourceDocument source, Mapping.Mapped mapped) {
        if (mapped instanceof Mapping.Mapped.Entries found) {
            entries.put(key, found.entries());
            found.entries().forEach(entry -> chars += entry.chars());
        } else if (mapped instanceof Mapping.Mapped.Failed failed) {
            errors.put(key, IndexError.ofMap(source.document().id().text(), failed.message()));
        }
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Returns how long all contributions are together, replaced ones included. */
    long chars() {
        return chars;
    }

    /** Returns the contributions of each document. */
    Map<String, List<MapEntry>> entries() {
        return entries;
    }

    /** Returns why documents contribute nothing. */
    Collection<IndexError> errors() {
        return errors.values();
    }
}
