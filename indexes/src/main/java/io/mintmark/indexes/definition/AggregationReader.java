package io.mintmark.indexes.definition;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.indexes.expression.Expression;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.reduce.Aggregate;
import io.mintmark.indexes.reduce.Aggregate.Function;
import io.mintmark.indexes.reduce.Plan;
import io.mintmark.indexes.reduce.Plan.ReduceStep;
import io.mintmark.internal.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads our own form, which needs no language:
 *
 * <pre>{@code
 * {"Collection": "Orders", "GroupBy": ["Customer", {"Name": "Country", "Of": "ShipTo.Country"}],
 *  "Aggregates": [{"Name": "Orders", "Function": "Count"}, {"Name": "Total", "Function": "Sum", "Of": "Price"}]}
 * }</pre>
 */
final class AggregationReader {
    private static final Set<String> MEMBERS = Set.of("Collection", "GroupBy", "Aggregates");
    private static final Set<String> OF_KEY = Set.of("Name", "Of");
    private static final Set<String> OF_AGGREGATE = Set.of("Name", "Function", "Of");

    /** More members make no group that anybody looks up. */
    private static final int KEYS_MAX = 100;

    private static final int AGGREGATES_MAX = 1_000;
    private static final int DEPTH_MAX = 100;

    private final String index;
    private final Map<String, Expression> mapped = new LinkedHashMap<>();
    private final Map<String, Expression> members = new LinkedHashMap<>();
    private final Map<String, Expression> keys = new LinkedHashMap<>();
    private final List<Aggregate> aggregates = new ArrayList<>();

    private AggregationReader(String index) {
        this.index = index;
    }

    static Plan read(String index, JsonNode given) {
        return new AggregationReader(index).read(given);
    }

    private Plan read(JsonNode given) {
        requireMembers(given, MEMBERS, "Aggregation");
        String collection = text(given, "Collection");
        require(
                !given.path("GroupBy").isEmpty(),
                "an Aggregation needs GroupBy, a list of members such as [\"Customer\"]");
        requireFew(given, "GroupBy", KEYS_MAX);
        given.path("GroupBy").forEach(this::key);
        require(
                !given.path("Aggregates").isEmpty(),
                "an Aggregation needs Aggregates, a list of"
                        + " {\"Name\": …, \"Function\": Count, Sum, Min, Max or Average, \"Of\": a member}");
        requireFew(given, "Aggregates", AGGREGATES_MAX);
        given.path("Aggregates").forEach(this::aggregate);
        Plan.MapStep map = new Plan.MapStep(collection, null, mapped);
        return new Plan(List.of(map), new ReduceStep(groupKeys(), aggregates, members));
    }

    private void requireFew(JsonNode given, String member, int max) {
        int count = given.path(member).size();
        require(count <= max, member + " has " + count + " elements, more than " + max + ": put several indexes");
    }

    private void key(JsonNode given) {
        if (!given.isTextual()) {
            requireMembers(given, OF_KEY, "an element of GroupBy that is no text");
        }
        String of = given.isTextual() ? given.textValue() : text(given, "Of");
        String name = given.isTextual() ? of.substring(of.lastIndexOf('.') + 1) : text(given, "Name");
        add(name, ReduceStep.key(name));
        mapped.put(name, member(of));
        keys.put(name, new Expression.Member(List.of(name)));
    }

    /** One member is the key itself, so that its document is called as RavenDB would call it. */
    private Map<String, Expression> groupKeys() {
        if (keys.size() > 1) {
            return keys;
        }
        String only = keys.keySet().iterator().next();
        members.put(only, ReduceStep.key());
        return Map.of(ReduceStep.WHOLE, new Expression.Member(List.of(only)));
    }

    private void aggregate(JsonNode given) {
        requireMembers(given, OF_AGGREGATE, "an aggregate");
        String name = text(given, "Name");
        Function function = function(text(given, "Function"));
        boolean counts = function == Function.COUNT;
        require(
                counts != given.hasNonNull("Of"),
                "the aggregate '" + name + "' "
                        + (counts
                                ? "counts entries: leave Of out"
                                : "needs Of, the member of which it is the " + function));
        add(name, ReduceStep.aggregate(aggregates.size()));
        mapped.put(name, counts ? new Expression.Constant(Trees.NODES.numberNode(1)) : member(text(given, "Of")));
        aggregates.add(new Aggregate(function, new Expression.Member(List.of(name))));
    }

    private Function function(String name) {
        for (Function function : Function.values()) {
            if (function.name().equals(name.toUpperCase(Locale.ROOT))) {
                return function;
            }
        }
        throw new InvalidIndexException("The index '" + index + "' cannot be put: the function '" + name
                + "' is none of Count, Sum, Min, Max and Average.");
    }

    private void add(String name, Expression value) {
        require(members.put(name, value) == null, "its results would have the member '" + name + "' twice");
    }

    private Expression member(String path) {
        List<String> names = List.of(path.split("\\.", -1));
        require(
                names.stream().noneMatch(String::isBlank),
                "'" + Printable.brief(path) + "' is no member: write it as Price or ShipTo.Country");
        require(
                names.size() <= DEPTH_MAX,
                "'" + Printable.brief(path) + "' is nested more than " + DEPTH_MAX + " deep: store it further up");
        return new Expression.Member(names);
    }

    private String text(JsonNode given, String member) {
        JsonNode value = given.path(member);
        require(value.isTextual() && !value.textValue().isBlank(), "the member " + member + " must be a text");
        return value.textValue();
    }

    private void requireMembers(JsonNode given, Set<String> known, String what) {
        require(given.isObject(), what + " must be an object");
        given.fieldNames()
                .forEachRemaining(name -> require(
                        known.contains(name),
                        what + " has the member '" + name + "', but knows only " + new TreeSet<>(known)));
    }

    private void require(boolean holds, String rule) {
        if (!holds) {
            throw new InvalidIndexException("The index '" + index + "' cannot be put: " + rule + ".");
        }
    }
}
