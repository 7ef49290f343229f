package io.mintmark.indexes.reduce;

import java.util.List;

/**
 * What an index computes, ready to be executed.
 *
 * @param mapping what documents contribute
 * @param reduction what contributions come to
 * @param sources the collections that are mapped
 */
public record Evaluation(Mapping mapping, Reduction reduction, List<String> sources) {
    /** Copies the names. */
    public Evaluation {
        sources = List.copyOf(sources);
    }
}
