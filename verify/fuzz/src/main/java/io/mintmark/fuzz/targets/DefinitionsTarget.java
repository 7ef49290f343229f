package io.mintmark.fuzz.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.DocumentId;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.indexes.definition.DefinitionReader;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.reduce.MapEntry;
import io.mintmark.indexes.reduce.Mapping.Mapped;
import io.mintmark.indexes.reduce.Plan;
import io.mintmark.indexes.reduce.PlanMapping;
import io.mintmark.indexes.reduce.PlanReduction;
import io.mintmark.indexes.reduce.Reduction.Part;
import io.mintmark.indexes.reduce.Reduction.Reduced;
import io.mintmark.indexes.reduce.SourceDocument;
import io.mintmark.indexes.rows.ReduceKey;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A definition in C#, and documents it is executed over: the same each time, in whatever order they are joined. */
public final class DefinitionsTarget implements FuzzTarget {
    /** A library's exception, which nobody foresaw, is told so. */
    private static final String UNFORESEEN = "It cannot be evaluated: ";

    private static final DocumentContentReader CONTENT = new DocumentContentReader();

    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        ObjectNode given = Trees.NODES.objectNode().put("Name", "I");
        given.putArray("Maps").add(input.textUpTo(0));
        given.put("Reduce", input.textUpTo(0)).put("OutputReduceToCollection", "Results");
        IndexDefinition definition = DefinitionReader.read(given);
        if (definition.program() instanceof IndexDefinition.Program.Planned planned) {
            executed(planned.plan(), documents(planned.plan(), input));
        }
    }

    private static List<SourceDocument> documents(Plan plan, Input input) {
        List<SourceDocument> documents = new ArrayList<>();
        String collection = plan.maps().get(0).collection();
        for (int i = 0; i < 3 && input.hasMore(); i++) {
            DocumentContent content = CONTENT.read(input.upTo(0));
            StoredDocument stored = new StoredDocument(DocumentId.of("docs/" + i), content, "A:1", 1, Instant.EPOCH);
            documents.add(new SourceDocument(collection, stored));
        }
        return documents;
    }

    /** A document as the server keeps it. */
    private static final class DocumentContentReader {
        DocumentContent read(byte[] bytes) {
            return new io.mintmark.server.documents.batch.DocumentSplitter(JsonTarget.JSON, 1 << 20, 256).split(bytes);
        }
    }

    private static void executed(Plan plan, List<SourceDocument> documents) {
        PlanMapping mapping = new PlanMapping(plan);
        List<Mapped> mapped = mapping.map(documents);
        Check.equal(mapped, mapping.map(documents), "a map gives the same each time");
        List<String> values = new ArrayList<>();
        List<ReduceKey> keys = new ArrayList<>();
        for (Mapped each : mapped) {
            if (each instanceof Mapped.Failed failed) {
                foreseen(failed.message());
            } else if (each instanceof Mapped.Entries entries) {
                for (MapEntry entry : entries.entries()) {
                    values.add(entry.value());
                    keys.add(entry.key());
                }
            }
        }
        if (!values.isEmpty()) {
            reduced(new PlanReduction(plan), keys.get(0), values.subList(0, Math.min(values.size(), 6)));
        }
    }

    private static void foreseen(String message) {
        Check.that(!message.startsWith(UNFORESEEN), "a failure is foreseen: " + message);
    }

    private static void reduced(PlanReduction reduction, ReduceKey key, List<String> values) {
        String all = join(reduction, key, values);
        if (all == null) {
            return;
        }
        List<String> reversed = new ArrayList<>(values);
        java.util.Collections.reverse(reversed);
        String first = join(reduction, key, values.subList(0, (values.size() + 1) / 2));
        String last =
                values.size() < 2 ? null : join(reduction, key, values.subList((values.size() + 1) / 2, values.size()));
        if (first != null && last != null) {
            Check.equal(all, join(reduction, key, List.of(first, last)), "parts are joined as the whole is");
        }
        Check.equal(all, join(reduction, key, reversed), "the order in which values come says nothing");
        if (reduction.output(key, all) instanceof Reduced.Failed failed) {
            foreseen(failed.message());
        }
    }

    private static @org.jspecify.annotations.Nullable String join(
            PlanReduction reduction, ReduceKey key, List<String> values) {
        Reduced reduced = reduction.reduce(List.of(new Part(key, values))).get(0);
        if (reduced instanceof Reduced.Failed failed) {
            foreseen(failed.message());
            return null;
        }
        String value = ((Reduced.Result) reduced).value();
        Check.that(value.getBytes(UTF_8).length > 0, "a result is JSON");
        return value;
    }
}
