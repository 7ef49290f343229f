package io.mintmark.server.indexing;

import io.mintmark.document.KeyForm;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.definition.IndexDefinition.Program;
import io.mintmark.indexes.definition.InvalidIndexException;
import io.mintmark.indexes.definition.ScriptAsker;
import io.mintmark.indexes.definition.ScriptHost;
import io.mintmark.indexes.reduce.Evaluation;
import io.mintmark.indexes.reduce.Plan;
import io.mintmark.indexes.reduce.PlanMapping;
import io.mintmark.indexes.reduce.PlanReduction;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes what is executed of what was defined.
 *
 * @param scripts evaluates those in JavaScript
 * @param asker for whom
 */
record IndexPrograms(ScriptHost scripts, ScriptAsker asker) {
    /**
     * Returns what a definition computes.
     *
     * @throws InvalidIndexException if it is no program, or reads what no index can read
     */
    Evaluation load(IndexDefinition definition) {
        Evaluation evaluation = definition.program() instanceof Program.Script script
                ? load(definition.name(), script)
                : load(((Program.Planned) definition.program()).plan());
        for (String source : evaluation.sources()) {
            if (source.startsWith("@") && !KeyForm.of(source).equals("@empty")) {
                throw new InvalidIndexException("The index '" + definition.name() + "' reads the collection '" + source
                        + "', but collections with @ are the server's own: name one of documents.");
            }
        }
        return evaluation;
    }

    private Evaluation load(String index, Program.Script script) {
        Map<String, String> byName = new TreeMap<>(script.libraries());
        return scripts.load(index, new ArrayList<>(byName.values()), script.maps(), script.reduce(), asker);
    }

    private static Evaluation load(Plan plan) {
        return new Evaluation(
                new PlanMapping(plan),
                new PlanReduction(plan),
                plan.maps().stream().map(Plan.MapStep::collection).toList());
    }
}
