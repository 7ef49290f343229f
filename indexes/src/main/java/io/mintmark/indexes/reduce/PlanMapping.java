package io.mintmark.indexes.reduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.KeyForm;
import io.mintmark.indexes.expression.CanonicalJson;
import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.indexes.expression.Expression;
import io.mintmark.indexes.expression.JoinedText;
import io.mintmark.indexes.expression.TextLimit;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.expression.ValueLimit;
import io.mintmark.indexes.rows.ReduceKey;
import io.mintmark.support.HeapShare;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Maps documents by a plan. An entry's value is the states of the plan's aggregates. Immutable. */
public final class PlanMapping implements Mapping {
    /** Where a document's metadata are. */
    public static final String METADATA = "@metadata";

    /** Where a document's id is. */
    public static final List<String> ID = List.of(METADATA, "@id");

    /** All that a document's metadata have in an index. */
    public static final Set<List<String>> KNOWN_METADATA = Set.of(ID, List.of(METADATA, "@collection"));

    /** Most characters that many documents contribute at once, in each index that works at the same time. */
    private static final long BATCH_CHARS_MAX = HeapShare.of(60, 8L << 20);

    /** What an entry takes beside its characters, in characters: many short ones fill a heap as well. */
    private static final int ENTRY_CHARS = 64;

    private final Plan plan;
    private final Set<String> collections;

    /** Maps as {@code plan} says. */
    public PlanMapping(Plan plan) {
        this.plan = plan;
        Set<String> names = new HashSet<>();
        plan.maps().forEach(map -> names.add(KeyForm.of(map.collection())));
        this.collections = Set.copyOf(names);
    }

    @Override
    public boolean reads(String collectionKey) {
        return collections.contains(collectionKey);
    }

    @Override
    public List<Mapped> map(List<SourceDocument> documents) {
        List<Mapped> all = new ArrayList<>(documents.size());
        long chars = 0;
        for (SourceDocument document : documents) {
            Mapped mapped = map(document);
            chars += mapped instanceof Mapped.Entries found
                    ? found.entries().stream()
                            .mapToLong(entry -> entry.chars() + ENTRY_CHARS)
                            .sum()
                    : 0;
            if (chars > BATCH_CHARS_MAX && documents.size() > 1) {
                throw BatchTooLargeException.ofContributions(documents.size(), BATCH_CHARS_MAX);
            }
            all.add(mapped);
        }
        return all;
    }

    /** Whatever a library throws about one document is said of that document, and the others go on. */
    private Mapped map(SourceDocument source) {
        try {
            return new Mapped.Entries(Expression.bounded(() -> entries(source)));
        } catch (RuntimeException | Error unfit) {
            return new Mapped.Failed(EvaluationException.reason(unfit));
        }
    }

    private List<MapEntry> entries(SourceDocument source) {
        String collection = KeyForm.of(source.collection());
        JsonNode document = tree(source);
        List<MapEntry> entries = new ArrayList<>();
        MappedRows rows = new MappedRows();
        long chars = 0;
        for (Plan.MapStep map : plan.maps()) {
            boolean reads = KeyForm.of(map.collection()).equals(collection);
            if (reads && (map.where() == null || map.where().holds(document))) {
                chars = rows.each(map, document, chars, row -> add(map, row, entries));
            }
        }
        return entries;
    }

    private long add(Plan.MapStep map, JsonNode row, List<MapEntry> entries) {
        MapEntry entry = entry(members(map.members(), row));
        entries.add(entry);
        return entry.chars() + ENTRY_CHARS;
    }

    private static JsonNode tree(SourceDocument source) {
        byte[] body = source.document().content().body();
        ValueLimit.require(body);
        JsonNode document = Trees.read(body);
        if (document instanceof ObjectNode object) {
            object.putObject(METADATA)
                    .put("@id", source.document().id().text())
                    .put("@collection", source.collection());
        }
        return document;
    }

    private MapEntry entry(JsonNode mapped) {
        Map<String, Expression> keys = plan.reduce().keys();
        Expression whole = keys.get(Plan.ReduceStep.WHOLE);
        ReduceKey key = whole == null ? ReduceKey.ofSeveral(members(keys, mapped)) : ReduceKey.of(whole.of(mapped));
        return new MapEntry(key, CanonicalJson.of(states(mapped), TextLimit.VALUE_MAX));
    }

    /** Makes no further state where those before are too long already: each may be a text that was joined for it. */
    private ArrayNode states(JsonNode mapped) {
        ArrayNode states = Trees.NODES.arrayNode();
        long chars = 0;
        for (Aggregate aggregate : plan.reduce().aggregates()) {
            JsonNode state = aggregate.start(mapped);
            chars += state.isTextual() ? state.textValue().length() : 0;
            TextLimit.require(chars, TextLimit.VALUE_MAX, "A value");
            states.add(state);
        }
        return states;
    }

    static ObjectNode members(Map<String, Expression> members, JsonNode input) {
        ObjectNode object = Trees.NODES.objectNode();
        long made = 0;
        for (Map.Entry<String, Expression> member : members.entrySet()) {
            JsonNode value = member.getValue().of(input);
            made += JoinedText.chars(value);
            TextLimit.require(made, TextLimit.DOCUMENT_MAX, "All joined text");
            object.set(member.getKey(), value);
        }
        return object;
    }
}
