package io.mintmark.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.definition.DefinitionReader;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.definition.IndexDefinition.Program;
import io.mintmark.indexes.definition.ScriptMapping;
import io.mintmark.indexes.definition.ScriptReduction;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.internal.XxHash64;
import io.mintmark.javascript.JavaScriptEngine;
import io.mintmark.javascript.ScriptLimits;
import io.mintmark.javascript.ScriptProgram;
import io.mintmark.javascript.ScriptSource;
import io.mintmark.testkit.Seed;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same index in three languages writes the same documents. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ScriptIndexTest {
    private static final String OUTPUT = "\"OutputReduceToCollection\":\"Sums\",";

    private static final String JAVASCRIPT = "{\"Name\":\"J\"," + OUTPUT
            + "\"Maps\":[\"map('Orders', o => ({ Customer: o.Customer, Count: 1, Total: o.Price }))\"],"
            + "\"Reduce\":\"groupBy(r => r.Customer).aggregate(g => ({ Customer: g.key,"
            + " Count: g.values.reduce((n, r) => n + r.Count, 0), Total: g.values.reduce((n, r) => n + r.Total, 0) }))\"}";

    private static final String C_SHARP = "{\"Name\":\"C\"," + OUTPUT
            + "\"Maps\":[\"from o in docs.Orders select new { o.Customer, Count = 1, Total = o.Price }\"],"
            + "\"Reduce\":\"from r in results group r by r.Customer into g select new { Customer = g.Key,"
            + " Count = g.Sum(x => x.Count), Total = g.Sum(x => x.Total) }\"}";

    private static final String OWN = "{\"Name\":\"O\"," + OUTPUT
            + "\"Aggregation\":{\"Collection\":\"Orders\",\"GroupBy\":[\"Customer\"],\"Aggregates\":["
            + "{\"Name\":\"Count\",\"Function\":\"Count\"},{\"Name\":\"Total\",\"Function\":\"Sum\",\"Of\":\"Price\"}]}}";

    @AutoClose
    private final JavaScriptEngine engine = new JavaScriptEngine(ScriptLimits.DEFAULT);

    /** An index over documents of its own. */
    private final class Index {
        private final MemoryDatabase database = new MemoryDatabase();
        private final MemoryIndexStore store = new MemoryIndexStore(database, () -> false);
        private final MapReduce index;

        Index(String json) {
            IndexDefinition definition = DefinitionReader.read((ObjectNode) Trees.read(json));
            if (definition.program() instanceof Program.Script script) {
                ScriptProgram program = engine.load(
                        new ScriptSource(List.copyOf(script.libraries().values()), script.maps(), script.reduce()));
                index = new MapReduce(
                        store,
                        database,
                        new ScriptMapping(program),
                        new ScriptReduction(program),
                        definition.outputs(),
                        100);
            } else {
                var plan = ((Program.Planned) definition.program()).plan();
                index = new MapReduce(
                        store, database, new PlanMapping(plan), new PlanReduction(plan), definition.outputs(), 100);
            }
        }

        void catchUp() {
            while (index.step()) {
                assertThat(store.errors()).isEmpty();
            }
        }
    }

    @Test
    void shouldWriteTheSameDocumentsInEachLanguage() {
        SplittableRandom random = new SplittableRandom(Seed.fresh("ScriptIndexTest"));
        List<Index> indexes = List.of(new Index(JAVASCRIPT), new Index(C_SHARP), new Index(OWN));
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 300; i++) {
                String id = "orders/" + random.nextInt(400);
                String json = "{\"Customer\":\"c" + random.nextInt(5) + "\",\"Price\":" + random.nextInt(1_000) + "}";
                boolean deleted = random.nextInt(5) == 0;
                for (Index index : indexes) {
                    if (deleted) {
                        index.database.delete(id);
                    } else {
                        index.database.put(id, "Orders", json);
                    }
                }
            }
            indexes.forEach(Index::catchUp);

            assertThat(indexes.get(0).database.documents("Sums"))
                    .hasSize(5)
                    .isEqualTo(indexes.get(1).database.documents("Sums"))
                    .isEqualTo(indexes.get(2).database.documents("Sums"));
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '!',
            value = {
                "r => r.Customer ! r.Customer ! Customer",
                "r => ({ Total: r.Total, Customer: r.Customer }) ! new { r.Total, r.Customer } ! Price','Customer"
            })
    void shouldTakeEqualObjectsAsOneGroupInEachLanguage(String script, String linq, String own) {
        List<Index> indexes = List.of(
                new Index(JAVASCRIPT
                        .replace("groupBy(r => r.Customer)", "groupBy(" + script + ")")
                        .replace("{ Customer: g.key, Count", "{ Count")),
                new Index(C_SHARP.replace("by r.Customer", "by " + linq).replace("Customer = g.Key, Count", "Count")),
                new Index(OWN.replace("Customer", own.replace('\'', '"'))
                        .replace("\"Of\":\"Price\"", "\"Of\":\"More\"")));
        for (Index index : indexes) {
            index.database.put(
                    "orders/1", "Orders", "{\"Customer\":{\"b\":[{\"d\":1,\"c\":2}],\"a\":1},\"Price\":5,\"More\":1}");
            index.database.put(
                    "orders/2",
                    "Orders",
                    "{\"Customer\":{\"a\":1.0,\"b\":[{\"c\":2,\"d\":1}]},\"Price\":5,\"More\":1}");
            index.catchUp();
        }

        assertThat(indexes)
                .allSatisfy(index -> assertThat(index.database.documents("Sums"))
                        .hasSize(1)
                        .containsOnlyKeys(
                                indexes.get(2).database.documents("Sums").keySet())
                        .allSatisfy((id, body) -> assertThat(body).contains("\"Count\":2")));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "r => r",
                "r => ({ ...r.Customer })",
                "r => ({ y: 1, ...r.Customer })",
                "function (r) { return r.Customer; }",
                "r => ({ Customer: r.Customer })",
                "r => ({ Customer: r.Customer, Half: r.Price / 2 })",
                "r => { let key = {}; for (const n in r.Customer) { key[n] = 1; } return key; }",
                "r => r.Customer.a ? Object.fromEntries(Object.entries(r.Customer)) : r.Customer",
                "r => ({ [Object.keys(r.Customer)[0]]: 1, [Object.keys(r.Customer)[1]]: 1 })",
                "r => ({ toJSON: () => r.Customer })",
                "r => ({ a: 1 }, r.Customer)",
                "r => [r.Customer]"
            })
    void shouldTakeEqualObjectsAsOneGroupHoweverAScriptMakesThem(String groupBy) {
        Index index = new Index(JAVASCRIPT.replace("groupBy(r => r.Customer)", "groupBy(" + groupBy + ")"));
        index.database.put("orders/1", "Orders", "{\"Customer\":{\"b\":1,\"a\":2},\"Price\":1}");
        index.database.put("orders/2", "Orders", "{\"Customer\":{\"a\":2,\"b\":1},\"Price\":1}");

        index.catchUp();

        assertThat(index.database.documents("Sums").values())
                .singleElement()
                .satisfies(only -> assertThat(only).contains("\"Count\":2"));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "r => ({ P: r.Price, C: r.Customer })",
                "r=>({P:r.Price,C:r.Customer,})",
                "(r) => { return { \\\"P\\\": r.Price, 'C': r.Customer }; }",
                "function (r) { return ({ P: Math.max(r.Price, 0), C: r.Customer.replace(',', '}') }); }",
                "function key(r) { return { P: r.Price, C: r.Customer || [1, { x: 2 }] } }",
                "({ Price, Customer }) => ({ P: Price, C: Customer })"
            })
    void shouldKeepTheOrderOfNamesThatAScriptWrites(String groupBy) {
        Index index = new Index(JAVASCRIPT
                .replace("groupBy(r => r.Customer)", "groupBy(" + groupBy + ")")
                .replace("Total: o.Price", "Price: o.Price, Total: 1"));
        index.database.put("orders/1", "Orders", "{\"Customer\":\"c\",\"Price\":1}");

        index.catchUp();

        assertThat(index.database.documents("Sums"))
                .containsOnlyKeys(
                        "Sums/" + Long.toUnsignedString(XxHash64.hash(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 'c'}, 0)));
    }

    @Test
    void shouldTellOfADocumentThatItsScriptCannotRead() {
        Index index = new Index(JAVASCRIPT.replace("Count: 1", "Count: o.Lines.length"));
        index.database.put("orders/1", "Orders", "{\"Customer\":\"c\",\"Price\":1}");
        index.database.put("orders/2", "Orders", "{\"Customer\":\"c\",\"Price\":2,\"Lines\":[7]}");

        boolean more = index.index.step();

        assertThat(more).isFalse();
        assertThat(index.store.errors()).singleElement().satisfies(error -> {
            assertThat(error.subject()).isEqualTo("orders/1");
            assertThat(error.action()).isEqualTo("Map");
        });
        assertThat(index.database.documents("Sums").values())
                .containsExactly("{\"Customer\":\"c\",\"Count\":1,\"Total\":2}");
    }

    @Test
    void shouldGiveADocumentWithoutMembersItsMetadata() {
        Index index = new Index(
                JAVASCRIPT.replace("Customer: o.Customer", "Customer: id(o)").replace("Total: o.Price", "Total: 7"));
        index.database.put("orders/1", "Orders", "{}");
        index.database.put("orders/2", "Orders", "{ \n }");

        index.catchUp();

        assertThat(index.database.documents("Sums").values())
                .containsExactlyInAnyOrder(
                        "{\"Customer\":\"orders/1\",\"Count\":1,\"Total\":7}",
                        "{\"Customer\":\"orders/2\",\"Count\":1,\"Total\":7}");
    }
}
