package io.mintmark.indexes.definition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.reduce.Plan;
import io.mintmark.indexes.rows.OutputDocuments;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map-reduce index whose results are documents.
 *
 * @param name its name, in the spelling of the client
 * @param program what it computes
 * @param outputs where its results go
 * @param given what the client put, to be shown: members that mean something, in one order
 * @param priority how much it does at once
 */
public record IndexDefinition(
        String name, Program program, OutputDocuments outputs, ObjectNode given, IndexPriority priority) {

    /** Returns the same index, whose outputs are called by another version. */
    public IndexDefinition withVersion(@Nullable Long version) {
        return new IndexDefinition(name, program, outputs.withVersion(version), given, priority);
    }

    /** Returns the collections that it writes. */
    public List<String> collections() {
        return outputs.collections();
    }

    /** What an index computes. */
    public sealed interface Program {
        /** Something that is executed here: our own form, or what was understood of C#. */
        record Planned(Plan plan) implements Program {}

        /**
         * JavaScript, which the engine beside the server executes.
         *
         * @param maps each calls {@code map(collection, function)}
         * @param reduce calls {@code groupBy(function).aggregate(function)}
         * @param libraries what is loaded before, by name
         */
        record Script(List<String> maps, String reduce, Map<String, String> libraries) implements Program {
            /** Copies everything. */
            public Script {
                maps = List.copyOf(maps);
                libraries = Map.copyOf(libraries);
            }
        }
    }
}
