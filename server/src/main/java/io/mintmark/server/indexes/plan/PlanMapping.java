package io.mintmark.server.indexes.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.MintmarkException;
import io.mintmark.document.KeyForm;
import io.mintmark.server.indexes.expression.CanonicalJson;
import io.mintmark.server.indexes.expression.Expression;
import io.mintmark.server.indexes.expression.Trees;
import io.mintmark.server.indexes.reduce.MapEntry;
import io.mintmark.server.indexes.reduce.Mapping;
import io.mintmark.server.indexes.reduce.SourceDocument;
import io.mintmark.server.indexes.rows.ReduceKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Maps documents by a plan. An entry's value is the states of the plan's aggregates. Immutable. */
public final class PlanMapping implements Mapping {
    private static final String METADATA = "@metadata";

    private final Plan plan;
    private final Set<String> collections;

    /** Maps as {@code plan} says. */
    public PlanMapping(Plan plan) {
        this.plan = plan;
        Set<String> names = new HashSet<>();
        plan.maps().forEach(map -> names.add(KeyForm.of(map.collection())));
        this.collections = Set.copyOf(names);
    }

    /** Returns the expression of a document's id. */
    public static Expression documentId() {
        return new Expression.Member(List.of(METADATA, "@id"));
    }

    @Override
    public boolean reads(String collectionKey) {
        return collections.contains(collectionKey);
    }

    @Override
    public List<Mapped> map(List<SourceDocument> documents) {
        return documents.stream().map(this::map).toList();
    }

    private Mapped map(SourceDocument source) {
        try {
            String collection = KeyForm.of(source.collection());
            JsonNode document = tree(source);
            List<MapEntry> entries = new ArrayList<>();
            for (Plan.MapStep map : plan.maps()) {
                boolean reads = KeyForm.of(map.collection()).equals(collection);
                if (reads && (map.where() == null || map.where().holds(document))) {
                    entries.add(entry(members(map.members(), document)));
                }
            }
            return new Mapped.Entries(entries);
        } catch (MintmarkException unfit) {
            return new Mapped.Failed(String.valueOf(unfit.getMessage()));
        }
    }

    private static JsonNode tree(SourceDocument source) {
        JsonNode document = Trees.read(source.document().content().body());
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
        JsonNode states = Trees.NODES
                .arrayNode()
                .addAll(plan.reduce().aggregates().stream()
                        .map(aggregate -> aggregate.start(mapped))
                        .toList());
        return new MapEntry(key, CanonicalJson.of(states));
    }

    static ObjectNode members(Map<String, Expression> members, JsonNode input) {
        ObjectNode object = Trees.NODES.objectNode();
        members.forEach((name, expression) -> object.set(name, expression.of(input)));
        return object;
    }
}
