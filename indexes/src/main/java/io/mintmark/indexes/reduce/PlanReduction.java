package io.mintmark.indexes.reduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.expression.CanonicalJson;
import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.indexes.expression.TextLimit;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.ReduceKey;
import java.util.ArrayList;
import java.util.List;

/** Reduces states of aggregates by a plan. Immutable. */
public final class PlanReduction implements Reduction {
    private final Plan.ReduceStep step;

    /** Reduces as {@code plan} says. */
    public PlanReduction(Plan plan) {
        this.step = plan.reduce();
    }

    @Override
    public List<Reduced> reduce(List<Part> parts) {
        return parts.stream().map(this::reduce).toList();
    }

    private Reduced reduce(Part part) {
        if (part.values().size() == 1) {
            return new Reduced.Result(part.values().get(0));
        }
        try {
            List<JsonNode> joined = new ArrayList<>();
            // One text for all of them: a parser costs more than a value.
            Trees.read("[" + String.join(",", part.values()) + "]").forEach(states -> join(joined, states));
            return new Reduced.Result(CanonicalJson.of(Trees.NODES.arrayNode().addAll(joined), TextLimit.VALUE_MAX));
        } catch (RuntimeException | Error unfit) {
            return new Reduced.Failed(EvaluationException.reason(unfit));
        }
    }

    private void join(List<JsonNode> joined, JsonNode states) {
        for (int i = 0; i < step.aggregates().size(); i++) {
            if (joined.size() <= i) {
                joined.add(states.path(i));
            } else {
                joined.set(i, step.aggregates().get(i).join(joined.get(i), states.path(i)));
            }
        }
    }

    @Override
    public Reduced output(ReduceKey key, String result) {
        try {
            JsonNode states = Trees.read(result);
            ObjectNode input = Trees.NODES.objectNode();
            input.set(Plan.ReduceStep.KEY, Trees.read(key.text()));
            ObjectNode aggregates = input.putObject(Plan.ReduceStep.AGGREGATES);
            for (int i = 0; i < step.aggregates().size(); i++) {
                aggregates.set(Integer.toString(i), step.aggregates().get(i).end(states.path(i)));
            }
            return new Reduced.Result(OutputDocuments.body(PlanMapping.members(step.members(), input)));
        } catch (RuntimeException | Error unfit) {
            return new Reduced.Failed(EvaluationException.reason(unfit));
        }
    }
}
