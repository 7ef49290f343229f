package io.mintmark.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.definition.DefinitionReader;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.definition.IndexDefinition.Program;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.storage.index.IndexError;
import org.junit.jupiter.api.Test;

/** Keys that all have one hash, since all their groups are one row. */
final class CrowdedHashTest {
    private static final String DEFINITION = """
            {"Name":"I","OutputReduceToCollection":"Outputs","Aggregation":{"Collection":"Orders","GroupBy":["K"],
             "Aggregates":[{"Name":"N","Function":"Count"}]}}
            """;

    private final MemoryDatabase database = new MemoryDatabase();
    private final MemoryIndexStore store = new MemoryIndexStore(database, () -> false);

    private void catchUp() {
        IndexDefinition definition = DefinitionReader.read((ObjectNode) Trees.read(DEFINITION));
        Plan plan = ((Program.Planned) definition.program()).plan();
        MapReduce index = new MapReduce(
                store, database, new PlanMapping(plan), new PlanReduction(plan), definition.outputs(), 64);
        while (index.step()) {
            assertThat(index.progress().clearing()).isFalse();
        }
    }

    /** Stores a document whose key is the same double as all others, but another number. */
    private void order(String id, int key) {
        database.put(id, "Orders", "{\"K\":0.1000000000000000000000" + (1_000 + key) + "}");
    }

    @Test
    void shouldMakeNoMoreGroupsThanOneRowBears() {
        for (int i = 0; i < 1_050; i++) {
            order("orders/" + i, i);
        }

        catchUp();

        assertThat(database.documents("Outputs")).hasSize(1_000);
        assertThat(store.errors())
                .hasSize(50)
                .allSatisfy(error ->
                        assertThat(error.message()).contains("1000 other groups", "group by values that differ more"));
        assertThat(store.errors()).extracting(IndexError::subject).contains("orders/1000", "orders/1049");
    }

    @Test
    void shouldTakeADocumentOutOfItsGroupThatFindsNoOther() {
        for (int i = 0; i < 1_000; i++) {
            order("orders/" + i, i);
        }
        order("orders/more", 0);
        catchUp();
        assertThat(store.errors()).isEmpty();

        order("orders/more", 1_000);
        order("orders/more", 1_001);
        catchUp();
        assertThat(store.errors()).hasSize(1);
        assertThat(database.documents("Outputs"))
                .hasSize(1_000)
                .allSatisfy((id, body) -> assertThat(body).contains("\"N\":1"));

        database.delete("orders/50");
        catchUp();
        order("orders/more", 1_001);
        catchUp();
        assertThat(store.errors()).hasSize(1);
        assertThat(database.documents("Outputs")).hasSize(1_000);
    }
}
