package io.mintmark.indexes.reduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.indexes.expression.JoinedText;
import io.mintmark.indexes.expression.TextLimit;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.reduce.Plan.RowStep;
import java.util.List;
import java.util.function.ToLongFunction;

/** The rows that one document falls into, which are counted over all maps that read it. */
final class MappedRows {
    /** Most elements that a document is taken apart into: lists within lists multiply. */
    static final int ELEMENTS_MAX = 16_384;

    private int elements;

    /** One map under way. */
    private record Walk(List<RowStep> steps, ObjectNode row, ToLongFunction<JsonNode> user) {}

    /**
     * Hands each row of a document to {@code user}, which returns how many characters it made of it.
     *
     * @param before how many characters were made of the document before
     * @return how many were made of it since the beginning
     * @throws EvaluationException if it has too many rows, or too much is made of them
     */
    long each(Plan.MapStep map, JsonNode document, long before, ToLongFunction<JsonNode> user) {
        if (map.rows().isEmpty()) {
            return sum(before, user.applyAsLong(document));
        }
        ObjectNode row = Trees.NODES.objectNode();
        row.set(Plan.MapStep.DOCUMENT, document);
        return follow(new Walk(map.rows(), row, user), 0, before);
    }

    private static long sum(long before, long added) {
        TextLimit.require(before + added, TextLimit.DOCUMENT_MAX, "What a document contributes");
        return before + added;
    }

    private long follow(Walk walk, int step, long before) {
        if (step == walk.steps.size()) {
            return sum(before, walk.user.applyAsLong(walk.row));
        }
        RowStep next = walk.steps.get(step);
        if (next instanceof RowStep.Filter filter) {
            return filter.condition().holds(walk.row) ? follow(walk, step + 1, before) : before;
        }
        if (next instanceof RowStep.Compute computed) {
            return compute(walk, step, before, computed);
        }
        return expand(walk, step, before, (RowStep.Expand) next);
    }

    /** Its text is held while the rest is computed, and several of them may be held at once. */
    private long compute(Walk walk, int step, long before, RowStep.Compute computed) {
        JsonNode value = computed.value().of(walk.row);
        walk.row.set(computed.name(), value);
        long held = JoinedText.chars(value);
        return follow(walk, step + 1, sum(before, held)) - held;
    }

    private long expand(Walk walk, int step, long before, RowStep.Expand expanded) {
        JsonNode found = expanded.elements().of(walk.row);
        if (!found.isArray() && !found.isNull()) {
            throw new EvaluationException("A map takes the elements of a list, but a document has there "
                    + found.getNodeType() + ": store a list, or leave it out by where.");
        }
        long chars = before;
        for (JsonNode element : found) {
            if (++elements > ELEMENTS_MAX) {
                throw new EvaluationException("A document is taken apart into more than " + ELEMENTS_MAX
                        + " elements: index fewer lists at once, or split it.");
            }
            walk.row.set(expanded.name(), element);
            chars = follow(walk, step + 1, chars);
        }
        return chars;
    }
}
