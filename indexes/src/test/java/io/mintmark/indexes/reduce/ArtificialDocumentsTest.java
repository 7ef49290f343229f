package io.mintmark.indexes.reduce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.definition.DefinitionReader;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.definition.IndexDefinition.Program;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.rows.ReduceKey;
import io.mintmark.internal.XxHash64;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexReplacedException;
import io.mintmark.storage.index.IndexWrite;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an index writes: ids, bodies, documents that list others, and what further indexes make of it. */
final class ArtificialDocumentsTest {
    private static final String BY_CATEGORY = """
            {"Name": "Products/ByCategory", "OutputReduceToCollection": "CategoryCounts",
             "Aggregation": {"Collection": "Products", "GroupBy": ["Category"],
                             "Aggregates": [{"Name": "Count", "Function": "Count"}]}}
            """;

    private final MemoryDatabase database = new MemoryDatabase();

    /** An index over the documents in memory. */
    private final class Index {
        private final MemoryDatabase database;
        private final MemoryIndexStore store;
        private final IndexDefinition definition;

        Index(String json) {
            this(json, ArtificialDocumentsTest.this.database);
        }

        Index(String json, MemoryDatabase database) {
            this.database = database;
            store = new MemoryIndexStore(database, () -> false);
            definition = DefinitionReader.read((ObjectNode) Trees.read(json));
        }

        void catchUp() {
            Plan plan = ((Program.Planned) definition.program()).plan();
            MapReduce index = new MapReduce(
                    store, database, new PlanMapping(plan), new PlanReduction(plan), definition.outputs(), 100);
            while (index.step()) {
                assertThat(index.progress().clearing()).isFalse();
            }
        }
    }

    private SortedMap<String, String> documents(String collection) {
        return database.documents(collection);
    }

    @Test
    void shouldNameAnOutputByTheHashOfItsKey() {
        database.put("products/1", "Products", "{\"Category\":\"Beverages\"}");

        new Index(BY_CATEGORY).catchUp();

        assertThat(documents("CategoryCounts"))
                .isEqualTo(Map.of("CategoryCounts/11792654784129242406", "{\"Category\":\"Beverages\",\"Count\":1}"));
    }

    @Test
    void shouldHashSeveralValuesOneBehindTheOther() {
        assertThat(Long.toUnsignedString(ReduceKey.ofSeveral(Trees.read("{\"a\":\"Beverages\",\"b\":42}"))
                        .hash()))
                .isEqualTo("3067803555646321913");
        assertThat(ReduceKey.of(Trees.read("42")).hash()).isEqualTo(42);
        assertThat(ReduceKey.of(Trees.read("42.0"))).isEqualTo(ReduceKey.of(Trees.read("42")));
        assertThat(ReduceKey.of(Trees.read("1.5")).hash()).isEqualTo(Double.doubleToLongBits(1.5));
    }

    @Test
    void shouldTakeWhatIsNeitherTextNorNumberAsAKeyToo() {
        database.put("products/1", "Products", "{\"Category\":null}");
        database.put("products/2", "Products", "{}");
        database.put("products/3", "Products", "{\"Category\":true}");
        database.put("products/4", "Products", "{\"Category\":[1,{\"a\":2}]}");

        new Index(BY_CATEGORY).catchUp();

        assertThat(documents("CategoryCounts").values())
                .containsExactlyInAnyOrder(
                        "{\"Category\":null,\"Count\":2}",
                        "{\"Category\":true,\"Count\":1}",
                        "{\"Category\":[1,{\"a\":2}],\"Count\":1}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '!',
            value = {
                "{'City':'X','Zip':'1'} ! {'Zip':'1','City':'X'}",
                "{'a':{'c':1,'b':[{'e':2,'d':3}]}} ! {'a':{'b':[{'d':3.0,'e':2e0}],'c':1.00}}",
                "[{'b':1,'a':2}] ! [{'a':2,'b':1}]",
                "{'a':1,'b':2} ! {'b':9,'a':1,'b':2}",
                "{'a':-0,'b':0.0} ! {'b':-0.0,'a':0}",
                "{'n':1e60,'m':1} ! {'m':1,'n':1000000000000000000000000000000000000000000000000000000000000}",
                "{'a':'\\u0041/','b':''} ! {'b':'','a':'A\\/'}",
                "{'\uD83D\uDE00':1,'\uFF5E':2} ! {'\uFF5E':2,'\uD83D\uDE00':1}"
            })
    void shouldTakeEqualValuesAsOneGroup(String first, String second) {
        for (String key : List.of("[\"Category\"]", "[\"Category\", \"Other\"]")) {
            MemoryDatabase fresh = new MemoryDatabase();
            fresh.put("products/1", "Products", ("{'Category':" + first + "}").replace('\'', '"'));
            fresh.put("products/2", "Products", ("{'Category':" + second + "}").replace('\'', '"'));

            new Index(BY_CATEGORY.replace("[\"Category\"]", key), fresh).catchUp();

            assertThat(fresh.documents("CategoryCounts").values())
                    .singleElement()
                    .satisfies(only -> assertThat(only).contains("\"Count\":2"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '!',
            value = {
                "[1,2] ! [2,1]",
                "{'a':1} ! {'a':'1'}",
                "{'a':null} ! {}",
                "{'a':1} ! {'A':1}",
                "['\u00e9'] ! ['e\u0301']",
                "['\\ud800'] ! ['\\ud801']",
                "['\\ud800'] ! ['?']",
                "9007199254740993 ! 9007199254740992",
                "1e400 ! 1e401",
                "{'a':{'b':1}} ! {'a':{'b':1,'c':null}}"
            })
    void shouldKeepOtherValuesApart(String first, String second) {
        Index index = new Index(BY_CATEGORY);
        for (int round = 0; round < 2; round++) {
            database.put("products/" + round, "Products", ("{'Category':" + first + "}").replace('\'', '"'));
            index.catchUp();
            database.put("products/x" + round, "Products", ("{'Category':" + second + "}").replace('\'', '"'));
            index.catchUp();
        }

        assertThat(documents("CategoryCounts").values())
                .hasSize(2)
                .allSatisfy(each -> assertThat(each).contains("\"Count\":2"));
    }

    @Test
    void shouldKeepTheOrderOfTheGroupByInKeysOfSeveralValues() {
        String ab = BY_CATEGORY.replace("[\"Category\"]", "[\"B\", \"A\"]");
        database.put("products/1", "Products", "{\"A\":\"x\",\"B\":\"y\"}");
        new Index(ab).catchUp();
        new Index(ab.replace("\"B\", \"A\"", "\"A\", \"B\"").replace("CategoryCounts", "Others")).catchUp();

        assertThat(documents("CategoryCounts"))
                .isEqualTo(Map.of(
                        "CategoryCounts/" + Long.toUnsignedString(XxHash64.hash("yx".getBytes(UTF_8), 0)),
                        "{\"B\":\"y\",\"A\":\"x\",\"Count\":1}"));
        assertThat(documents("Others"))
                .containsOnlyKeys("Others/" + Long.toUnsignedString(XxHash64.hash("xy".getBytes(UTF_8), 0)));
    }

    @Test
    void shouldRefuseAKeyThatIsNestedTooDeep() {
        String deep = "[".repeat(1_001) + "]".repeat(1_001);

        assertThatThrownBy(() -> ReduceKey.of(Trees.read(deep))).hasMessageContaining("more than 1000 deep");
        assertThat(ReduceKey.of(Trees.read(deep.substring(1, 2_001))).text()).hasSize(2_000);
    }

    @Test
    void shouldCompareObjectsByTheirValues() {
        String plan =
                "{\"Name\":\"C\",\"OutputReduceToCollection\":\"Same\",\"Maps\":[\"from p in docs.Products where p.A == p.B"
                        + " select new { p.Category, Count = 1 }\"],\"Reduce\":\"from r in results group r by r.Category into g"
                        + " select new { Category = g.Key, Count = g.Sum(x => x.Count) }\"}";
        database.put(
                "products/1", "Products", "{\"Category\":1,\"A\":{\"n\":1,\"m\":[2.0]},\"B\":{\"m\":[2],\"n\":1.0}}");
        database.put("products/2", "Products", "{\"Category\":1,\"A\":{\"n\":1},\"B\":{\"n\":2}}");

        new Index(plan).catchUp();

        assertThat(documents("Same").values()).containsExactly("{\"Category\":1,\"Count\":1}");
    }

    @Test
    void shouldKeepAnOutputsIdWhileItsGroupLives() {
        Index index = new Index(BY_CATEGORY);
        database.put("products/1", "Products", "{\"Category\":\"A\"}");
        index.catchUp();
        String id = documents("CategoryCounts").firstKey();

        database.put("products/2", "Products", "{\"Category\":\"A\"}");
        index.catchUp();
        assertThat(documents("CategoryCounts")).isEqualTo(Map.of(id, "{\"Category\":\"A\",\"Count\":2}"));

        database.put("products/1", "Products", "{\"Category\":\"B\"}");
        database.delete("products/2");
        index.catchUp();
        assertThat(documents("CategoryCounts").values()).containsExactly("{\"Category\":\"B\",\"Count\":1}");
    }

    @Test
    void shouldTellGroupsWithOneHashApart() {
        String two = BY_CATEGORY.replace("[\"Category\"]", "[\"First\", \"Second\"]");
        Index index = new Index(two);
        database.put("products/1", "Products", "{\"First\":\"ab\",\"Second\":\"c\"}");
        index.catchUp();
        String first = documents("CategoryCounts").firstKey();
        database.put("products/2", "Products", "{\"First\":\"a\",\"Second\":\"bc\"}");
        database.put("products/3", "Products", "{\"First\":\"abc\",\"Second\":null}");
        index.catchUp();

        assertThat(documents("CategoryCounts"))
                .containsOnlyKeys(first, first + "/1", first + "/2")
                .containsEntry(first + "/1", "{\"First\":\"a\",\"Second\":\"bc\",\"Count\":1}");

        database.delete("products/1");
        index.catchUp();
        assertThat(documents("CategoryCounts")).containsOnlyKeys(first + "/1", first + "/2");

        database.put("products/4", "Products", "{\"First\":\"\",\"Second\":\"abc\"}");
        index.catchUp();
        assertThat(documents("CategoryCounts")).containsEntry(first, "{\"First\":\"\",\"Second\":\"abc\",\"Count\":1}");
    }

    @Test
    void shouldNameOutputsOfALaterDefinitionApart() {
        database.put("products/1", "Products", "{\"Category\":\"Beverages\"}");

        new Index(BY_CATEGORY.replace("\"Aggregation\"", "\"ReduceOutputIndex\": 7, \"Aggregation\"")).catchUp();

        assertThat(documents("CategoryCounts")).containsOnlyKeys("CategoryCounts/7/11792654784129242406");
    }

    @Test
    void shouldListOutputsInDocumentsByPattern() {
        String daily = """
                {"Name": "Sales/Daily", "OutputReduceToCollection": "DailySums",
                 "PatternForOutputReduceToCollectionReferences": "reports/{At:yyyy-MM}",
                 "Aggregation": {"Collection": "Orders", "GroupBy": ["At"],
                                 "Aggregates": [{"Name": "Total", "Function": "Sum", "Of": "Price"}]}}
                """;
        Index index = new Index(daily);
        database.put("orders/1", "Orders", "{\"At\":\"2026-11-23T10:00:00\",\"Price\":1}");
        database.put("orders/2", "Orders", "{\"At\":\"2026-11-24T10:00:00\",\"Price\":2}");
        database.put("orders/3", "Orders", "{\"At\":\"2026-12-01\",\"Price\":3}");
        index.catchUp();

        assertThat(documents("DailySums/References")).containsOnlyKeys("reports/2026-11", "reports/2026-12");
        assertThat(listed("reports/2026-11")).hasSize(2);

        database.delete("orders/3");
        database.delete("orders/1");
        index.catchUp();
        assertThat(documents("DailySums/References")).containsOnlyKeys("reports/2026-11");
        assertThat(listed("reports/2026-11")).hasSize(1);
    }

    private JsonNode listed(String reference) {
        String body = Objects.requireNonNull(documents("DailySums/References").get(reference));
        return Trees.read(body).path("ReduceOutputs");
    }

    @Test
    void shouldFeedFurtherIndexesWithItsOutputs() {
        Index first = new Index(BY_CATEGORY);
        Index second = new Index("""
                {"Name": "Sizes", "OutputReduceToCollection": "Sizes",
                 "Aggregation": {"Collection": "CategoryCounts", "GroupBy": ["Count"],
                                 "Aggregates": [{"Name": "Categories", "Function": "Count"}]}}
                """);
        Index third = new Index("""
                {"Name": "Largest", "OutputReduceToCollection": "Largest",
                 "Aggregation": {"Collection": "Sizes", "GroupBy": ["Categories"],
                                 "Aggregates": [{"Name": "Most", "Function": "Max", "Of": "Count"}]}}
                """);
        for (String category : List.of("A", "A", "B", "B", "C")) {
            database.put(
                    "products/" + database.documents("Products").size(),
                    "Products",
                    "{\"Category\":\"" + category + "\"}");
        }
        List.of(first, second, third).forEach(Index::catchUp);

        assertThat(documents("Sizes"))
                .isEqualTo(Map.of(
                        "Sizes/1", "{\"Count\":1,\"Categories\":1}", "Sizes/2", "{\"Count\":2,\"Categories\":2}"));
        assertThat(documents("Largest"))
                .isEqualTo(Map.of(
                        "Largest/1", "{\"Categories\":1,\"Most\":1}", "Largest/2", "{\"Categories\":2,\"Most\":2}"));
    }

    @Test
    void shouldTellOfADocumentThatDoesNotFitAndGoOn() {
        Index index = new Index("""
                {"Name": "Sums", "OutputReduceToCollection": "Sums",
                 "Aggregation": {"Collection": "Orders", "GroupBy": ["Customer"],
                                 "Aggregates": [{"Name": "Total", "Function": "Sum", "Of": "Price"}]}}
                """);
        database.put("orders/1", "Orders", "{\"Customer\":\"a\",\"Price\":\"much\"}");
        database.put("orders/2", "Orders", "{\"Customer\":\"a\",\"Price\":0.1}");
        database.put("orders/3", "Orders", "{\"Customer\":\"a\",\"Price\":0.2}");
        database.put("orders/4", "Orders", "{\"Customer\":\"a\",\"Price\":1e999999999}");
        index.catchUp();

        assertThat(documents("Sums").values()).containsExactly("{\"Customer\":\"a\",\"Total\":0.3}");
        assertThat(index.store.errors()).hasSize(2).anySatisfy(error -> {
            assertThat(error.subject()).isEqualTo("orders/1");
            assertThat(error.message()).contains("SUM needs numbers");
        });
    }

    @Test
    void shouldRefuseACommitThatDoesNotBuildOnTheLastOne() {
        MemoryIndexStore store = new MemoryIndexStore(database, () -> false);
        IndexWrite write = new IndexWrite(IndexProgress.NONE.reaching("1"), Map.of(), List.of(), List.of());
        store.commit(write);

        assertThatThrownBy(() -> store.commit(write)).isInstanceOf(IndexReplacedException.class);
    }
}
