package io.mintmark.server.indexing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.KeyForm;
import io.mintmark.indexes.definition.DefinitionReader;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.definition.IndexGraph;
import io.mintmark.indexes.definition.InvalidIndexException;
import io.mintmark.indexes.definition.NameConflicts;
import io.mintmark.indexes.definition.NamedOutputs;
import io.mintmark.indexes.definition.PutRules;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks definitions against what is there, and adds them to the list.
 *
 * @param indexes the indexes of one database
 * @param programs makes programs of definitions
 * @param rules what each must meet
 */
record Definitions(DatabaseIndexes indexes, IndexPrograms programs, PutRules rules) {
    /** Each index has a thread. */
    private static final int INDEXES_MAX = 64;

    /** Puts all of them or none; returns their names. */
    List<String> put(List<ObjectNode> given) {
        // Scripts are loaded before the list is locked: that may take a while.
        List<Loaded> loaded = new ArrayList<>();
        for (ObjectNode each : given) {
            rules.requireTexts(each);
            IndexDefinition definition = DefinitionReader.read(each);
            loaded.forEach(before -> requireOtherName(before.definition, definition));
            Loaded read = new Loaded(definition, programs.load(definition).sources());
            rules.require(definition, read.sources);
            loaded.add(read);
        }
        Map<String, Long> documents = documents();
        IndexList ignored = indexes.change(list -> {
            // Anew for each list: where another node was first, a number may mean its index.
            Map<Long, Present> known = new HashMap<>();
            IndexList next = list;
            for (Loaded each : loaded) {
                requireFits(next, each, documents, known);
                next = next.put(each.definition, each.sources);
            }
            requireFew(next.entries().size());
            return next;
        });
        return loaded.stream().map(each -> each.definition.name()).toList();
    }

    /** The second would take the place of the first, which the reply says was put. */
    private static void requireOtherName(IndexDefinition before, IndexDefinition definition) {
        boolean isSame = KeyForm.of(before.name()).equals(KeyForm.of(definition.name()));
        if (isSame && !before.given().equals(definition.given())) {
            throw new InvalidIndexException(
                    "The index '" + definition.name() + "' is defined twice, the first time as '" + before.name()
                            + "', and names compare without case: name one of them otherwise.");
        }
    }

    /** A definition and what it reads. */
    private record Loaded(IndexDefinition definition, List<String> sources) {}

    /** Returns whether the index of that name is missing, or is not what it would be if this were put. */
    static boolean haveChanged(DatabaseIndexes indexes, ObjectNode given) {
        return !indexes.list().has(DefinitionReader.read(given));
    }

    /** Returns how many documents each collection has, by the key form of its name. */
    private Map<String, Long> documents() {
        Map<String, Long> documents = new TreeMap<>();
        for (NamedNumber collection : indexes.collections(Slice.ALL)) {
            documents.put(KeyForm.of(collection.name()), collection.number());
        }
        return documents;
    }

    /** An index that is there, as it is compared with each that is put; by its number. */
    private record Present(NamedOutputs outputs, IndexGraph.Node node) {
        static Present of(IndexEntry entry) {
            NamedOutputs outputs = entry.outputs();
            Set<String> collections = Set.copyOf(outputs.outputs().collections());
            return new Present(outputs, new IndexGraph.Node(entry.name(), Set.copyOf(entry.sources()), collections));
        }
    }

    private static void requireFits(
            IndexList list, Loaded added, Map<String, Long> documents, Map<Long, Present> known) {
        List<IndexGraph.Node> nodes = new ArrayList<>();
        List<NamedOutputs> others = new ArrayList<>();
        Set<String> written = new HashSet<>();
        for (IndexEntry entry : list.entries()) {
            Present present = known.computeIfAbsent(entry.number(), number -> Present.of(entry));
            others.add(present.outputs);
            written.addAll(present.node.outputs());
            if (entry.phase() != IndexEntry.Phase.LEAVING) {
                nodes.add(present.node);
            }
        }
        IndexDefinition definition = added.definition;
        List<String> outputs = definition.collections();
        new IndexGraph(nodes)
                .requireFits(new IndexGraph.Node(definition.name(), Set.copyOf(added.sources), new HashSet<>(outputs)));
        NameConflicts.requireNone(definition, others);
        for (String output : outputs) {
            long ordinary = documents.getOrDefault(KeyForm.of(output), 0L);
            if (ordinary > 0 && !written.contains(KeyForm.of(output))) {
                throw new InvalidIndexException("The index '" + definition.name()
                        + "' cannot write to the collection '" + output + "', because " + ordinary
                        + " ordinary documents are in it: delete them first, or name another collection.");
            }
        }
    }

    /**
     * Asked before definitions are read, and again of the whole list: what is too much costs no more than counting it.
     */
    static void requireFew(int indexes) {
        if (indexes > INDEXES_MAX) {
            throw new InvalidIndexException("A database has at most " + INDEXES_MAX
                    + " indexes, those that are being replaced or removed included: delete some first.");
        }
    }
}
