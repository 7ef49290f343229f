package io.mintmark.indexes.definition;

import io.mintmark.document.KeyForm;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the indexes of a database read and write, so that none feeds itself and none writes where others do. */
public final class IndexGraph {
    /**
     * One index.
     *
     * @param name its name
     * @param sources collections that it reads
     * @param outputs collections that it writes
     */
    public record Node(String name, Set<String> sources, Set<String> outputs) {
        /** Takes names by their key forms. */
        public Node {
            sources = keys(sources);
            outputs = keys(outputs);
        }

        private static Set<String> keys(Set<String> names) {
            Set<String> keys = new HashSet<>();
            names.forEach(name -> keys.add(KeyForm.of(name)));
            return Set.copyOf(keys);
        }

        private boolean isCalled(String other) {
            return KeyForm.of(name).equals(KeyForm.of(other));
        }
    }

    private final List<Node> nodes;

    /** Takes the indexes that are there. */
    public IndexGraph(Collection<Node> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /**
     * Checks an index that is to be added, or to replace the one of its name.
     *
     * @throws InvalidIndexException if it reads its own output, on whatever way, or shares an output
     */
    public void requireFits(Node added) {
        for (String output : added.outputs()) {
            if (added.sources().contains(output)) {
                throw new InvalidIndexException("The index '" + added.name() + "' cannot write to the collection '"
                        + output + "', because it reads it: name another OutputReduceToCollection.");
            }
            for (Node other : others(added)) {
                if (other.outputs().contains(output)) {
                    throw new InvalidIndexException("The index '" + added.name() + "' cannot write to the collection '"
                            + output + "', because the index '" + other.name()
                            + "' does: each index has a collection of its own.");
                }
            }
        }
        requireNoLoop(added);
    }

    private List<Node> others(Node added) {
        return nodes.stream().filter(node -> !node.isCalled(added.name())).toList();
    }

    private void requireNoLoop(Node added) {
        Set<Node> seen = new HashSet<>();
        Deque<Node> fed = new ArrayDeque<>(List.of(added));
        while (!fed.isEmpty()) {
            Node feeding = fed.pop();
            for (Node other : others(added)) {
                if (other.sources().stream().anyMatch(feeding.outputs()::contains) && seen.add(other)) {
                    if (other.outputs().stream().anyMatch(added.sources()::contains)) {
                        throw new InvalidIndexException(
                                "The index '" + added.name() + "' would feed itself through the index '" + other.name()
                                        + "', which writes what it reads: read or write another collection.");
                    }
                    fed.push(other);
                }
            }
        }
    }
}
